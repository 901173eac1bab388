const words = "TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|APIKEY|KEY|PAT|AUTH|COOKIE|DSN";
const named = new RegExp(`(^|_)(${words})S?(_|$)`, "i");
/** Places and switches that only sound like it. */
const harmless = /(_FILE|_PATH|_DIR|_HOME|_SOCK|_ID)$|^SSH_AUTH_SOCK$/i;

/** Whether a variable of this name mostly holds a credential. */
export function isCredentialName(name: string): boolean {
  return named.test(name) && !harmless.test(name);
}
