import { text as mintText } from "./mint/main.ts?script";
import { text as revokeText } from "./revoke/main.ts?script";

/**
 * Source of a program for `node -` that mints an App token. It reads the key from APP_KEY, and the
 * arguments `--app-id`, `--owner` and `--output-var`. Optional: `--repositories`, `--api-url`,
 * `--key-variable`.
 */
export const mintScript: string = mintText;

/**
 * Source of a program that revokes the token in APP_TOKEN and never fails. Arguments: `--api-url`,
 * and `--clear` with a variable to clear.
 */
export const revokeScript: string = revokeText;
