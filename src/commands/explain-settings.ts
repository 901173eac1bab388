import { parseSettings } from "../plane/scope/settings.ts";
import { UserError } from "../shared/errors.ts";
import type { Hint } from "../shared/errors.ts";

/** What is wrong with a settings file, in words; undefined where nothing is. A file of its own in dist/. */
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
