import { redact } from "../../../shared/redact.ts";

// Letters and digits in one long run: no name or word of a settings file looks like that.
const random = /(?=[A-Za-z+=]*\d)(?=[\d+=]*[A-Za-z])[A-Za-z\d+=]{32,}/;
const repositoryName = /^[A-Za-z\d-]{1,39}\/[\w.-]{1,100}$/;

/** Whether a text has the shape of a token or a key. Settings hold none, and errors repeat none. */
export function looksLikeCredential(text: string): boolean {
  return redact(text) !== text || (random.test(text) && !repositoryName.test(text));
}
