import { InvalidInput } from "../../shared/errors.ts";
import { printableLine } from "../../shared/print-text.ts";

/**
 * Rejects invisible characters in a path, because the pipeline contains this path in a comment and
 * in scripts.
 * @throws InvalidInput if the path contains an invisible character
 */
export function requireShown(path: string): void {
  if (printableLine(path) === path) return;
  throw new InvalidInput("The path contains an invisible character.", [
    { text: "Use a name with only letters, digits and . _ -" },
  ]);
}
