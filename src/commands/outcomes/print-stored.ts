import type { VariableLocation } from "../../compiler/service/store-secret.ts";
import { printRows } from "../../terminal/paint.ts";
import { marked, textRows } from "../../terminal/rows.ts";
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
  { json, wasGiven }: { readonly json: boolean; readonly wasGiven: boolean },
): void {
  if (json) return printJson({ name, stored });
  printRows((style) => [
    ...stored.flatMap(({ location, done }) => {
      const words = done === "created" ? "is stored in" : "replaced an existing value in";
      return textRows(`${name} ${words} ${nameLocation(location)}.`, {
        style,
        prefix: marked(style, "done"),
      });
    }),
    ...(wasGiven
      ? textRows(
          "The value was on the command line, so it is in your shell history and was visible to other users of this machine. Next time, omit the value; gatehouse then asks for it.",
          { style, prefix: marked(style, "attention") },
        )
      : []),
  ]);
}

export function nameLocation(location: VariableLocation): string {
  return location.kind === "group" ? `group ${location.id}` : `pipeline ${location.name}`;
}
