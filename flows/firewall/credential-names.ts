const words = "TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|APIKEY|KEY|PAT|AUTH|COOKIE|DSN";
const named = new RegExp(`(^|_)(${words})S?(_|$)`, "i");
/** Names of variables that look like credentials but contain paths or IDs. */
const harmless = /(_FILE|_PATH|_DIR|_HOME|_SOCK|_ID)$|^SSH_AUTH_SOCK$/i;

/** Returns whether a variable with this name usually contains a credential. */
export function isCredentialName(name: string): boolean {
  return named.test(name) && !harmless.test(name);
}
