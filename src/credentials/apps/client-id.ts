import { clientIdPattern } from "../../forge/resources/apps.ts";

/**
 * Returns whether a string can be an App's client ID: a single word, such as Iv23liAbCdEf. Anyone
 * who can write variables controls this string, and gatehouse displays it.
 */
export function isClientId(text: string): boolean {
  return clientIdPattern.test(text);
}
