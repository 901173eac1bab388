import { InvalidInput } from "../../shared/errors.ts";
import { printableLine } from "../../shared/print-text.ts";

/** A pipeline names its definition, in a comment and in scripts. @throws InvalidInput where nobody would see all of the name */
export function requireShown(path: string): void {
  if (printableLine(path) === path) return;
  throw new InvalidInput("The path has a character in it that is not shown.", [
    { say: "Use a name of letters, digits and . _ -" },
  ]);
}
