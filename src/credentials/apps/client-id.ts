import { clientIdPattern } from "../../forge/resources/apps.ts";

/**
 * Returns whether a text can be an App's client ID: one word, such as Iv23liAbCdEf. Anybody who may write variables can
 * put anything there, and it is shown.
 */
export function isClientId(text: string): boolean {
  return clientIdPattern.test(text);
}
