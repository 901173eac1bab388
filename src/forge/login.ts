/**
 * Regular expression of an account's name. GitHub separates the short name of an enterprise with
 * `_`, as in `mona_acme`; accounts of earlier years can end with a hyphen.
 */
export const accountPattern = String.raw`[A-Za-z\d][A-Za-z\d_-]{0,38}`;

const account = new RegExp(`^${accountPattern}$`);

/** Returns the reason why a text is not a valid account name; undefined if it is valid. */
export function checkLogin(text: string): string | undefined {
  return account.test(text.trim())
    ? undefined
    : "An account name has at most 39 letters, digits, - and _. Example: mona.";
}
