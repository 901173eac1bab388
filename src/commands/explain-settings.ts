import { parseSettings } from "../plane/scope/settings.ts";
import { UserError } from "../shared/errors.ts";
import type { Hint } from "../shared/errors.ts";

/**
 * Returns an explanation of the error in a settings file; undefined if the file is valid. This
 * module is a separate file in dist/, loaded only if a run needs it.
 */
export function explainSettings(
  text: string,
  path: string,
): { readonly message: string; readonly hints: readonly Hint[] } | undefined {
  try {
    parseSettings(text, path);
    return undefined;
  } catch (error) {
    if (error instanceof UserError) return { message: error.message, hints: error.hints };
    throw error;
  }
}
