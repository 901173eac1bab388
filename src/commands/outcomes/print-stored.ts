import type { VariablePlace } from "../../compiler/service/store-secret.ts";
import { printRows } from "../../terminal/paint.ts";
import { marked, textRows } from "../../terminal/rows.ts";
import { printJson } from "./print-json.ts";

/** The location of a stored secret variable, and whether it replaced a value. */
export interface StoredSecret {
  readonly place: VariablePlace;
  readonly done: "created" | "replaced";
}

/** Prints the location, never the value. */
export function printStored(
  name: string,
  stored: readonly StoredSecret[],
  { json, wasGiven }: { readonly json: boolean; readonly wasGiven: boolean },
): void {
  if (json) return printJson({ name, stored });
  printRows((look) => [
    ...stored.flatMap(({ place, done }) => {
      const words = done === "created" ? "is stored in" : "replaced an existing value in";
      return textRows(`${name} ${words} ${namePlace(place)}.`, {
        look,
        lead: marked(look, "done"),
      });
    }),
    ...(wasGiven
      ? textRows(
          "The value was on the command line, so it is in your shell history and was visible to other users of this machine. Omit it next time to be asked for it.",
          { look, lead: marked(look, "attention") },
        )
      : []),
  ]);
}

export function namePlace(place: VariablePlace): string {
  return place.kind === "group" ? `group ${place.id}` : `pipeline ${place.name}`;
}
