import type { VariableLocation } from "../../compiler/service/store-secret.ts";
import { printRows } from "../../terminal/paint.ts";
import { hintRows, marked, textRows } from "../../terminal/rows.ts";
import { ownCommandLine } from "../../shared/own-command.ts";
import { printJson } from "./print-json.ts";

/** The location of a stored secret variable, and whether it replaced a value. */
export interface StoredSecret {
  readonly location: VariableLocation;
  readonly done: "created" | "replaced";
}

/** Prints where a secret was stored, but never its value. */
export function printStored(
  name: string,
  stored: readonly StoredSecret[],
  { json }: { readonly json: boolean },
): void {
  if (json) return printJson({ name, stored });
  printRows((style) =>
    stored.flatMap(({ location, done }) => {
      const words = done === "created" ? "is stored in" : "replaced an existing value in";
      return textRows(`${name} ${words} ${nameLocation(location)}.`, {
        style,
        prefix: marked(style, "done"),
      });
    }),
  );
}

/**
 * Warns on standard error that a value was passed as an argument, and shows the command that reads
 * it from standard input.
 * @param words the other words of the command
 */
export function warnOfArgument(words: readonly string[]): void {
  const text =
    "The value was on the command line, so it is in your shell history and was visible to other users of this machine. Next time, omit the value: gatehouse asks for it, or reads it from standard input.";
  const command = `${ownCommandLine("secrets", "set", ...words)} < FILE`;
  printRows(
    (style) => [
      ...textRows(text, { style, prefix: marked(style, "attention") }),
      ...hintRows(
        { text: "Read the value from a file that only you can read", command },
        { style },
      ),
    ],
    process.stderr,
  );
}

export function nameLocation(location: VariableLocation): string {
  return location.kind === "group" ? `group ${location.id}` : `pipeline ${location.name}`;
}
