import { text as mintText } from "./mint/main.ts?script";
import { text as revokeText } from "./revoke/main.ts?script";

/**
 * Mints a token of an App: the whole text of a program for `node -`. The key comes as APP_KEY, the rest as arguments:
 * `--app-id`, `--owner`, `--output-var`, and where they are wanted `--repositories`, `--api-url`, `--key-variable`.
 */
export const mintScript: string = mintText;

/** Revokes the token that comes as APP_TOKEN, and never fails; `--api-url`, and `--clear` for a variable to empty. */
export const revokeScript: string = revokeText;
