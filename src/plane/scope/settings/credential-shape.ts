import { parseRepositoryName } from "../../../forge/repository-name.ts";
import { redact } from "../../../shared/redact.ts";

// A long sequence of letters and digits does not occur in names or other words of a settings file.
const random = /(?=[A-Za-z+=]*\d)(?=[\d+=]*[A-Za-z])[A-Za-z\d+=]{32,}/;

/**
 * Returns whether a text has the form of a token or a key. Settings must not contain credentials,
 * and errors must not repeat them.
 */
export function looksLikeCredential(text: string): boolean {
  return redact(text) !== text || (random.test(text) && !parseRepositoryName(text));
}
