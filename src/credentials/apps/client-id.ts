import { clientIdPattern } from "../../forge/resources/apps.ts";

/**
 * Returns whether a text can be an App's client ID: a single word, such as Iv23liAbCdEf. Anyone who
 * can write variables controls this text, and gatehouse displays it.
 */
export function isClientId(text: string): boolean {
  return clientIdPattern.test(text);
}
