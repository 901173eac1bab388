import { InvalidInput } from "../shared/errors.ts";

/**
 * Returns a client ID or token if all its characters can be sent in a header. Characters from a
 * copied page, such as a zero-width space, are invisible, and GitHub would only reject the value.
 * @param name variable that contains the value
 * @throws InvalidInput that names the variable and the character, but not the value
 */
export function requirePlain(value: string, name: string): string {
  const odd = /[^!-~]/u.exec(value);
  if (!odd) return value;
  const code = odd[0].codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0");
  const kind = /[\p{C}\p{Z}]/u.test(odd[0]) ? "an invisible character" : "an invalid character";
  throw new InvalidInput(`${name} contains ${kind}, U+${code}, at position ${odd.index + 1}.`, [
    { text: "Store the value again, without this character" },
  ]);
}
