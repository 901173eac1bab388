import type { VariablePlace } from "../../compiler/service/store-secret.ts";
import { printRows } from "../../terminal/paint.ts";
import { marked, textRows } from "../../terminal/rows.ts";
import { printJson } from "./print-json.ts";

/** Where a secret variable was stored, and whether one was there. */
export interface StoredSecret {
  readonly place: VariablePlace;
  readonly done: "created" | "replaced";
}

/** Says where it is, and never what it is. */
export function printStored(
  name: string,
  stored: readonly StoredSecret[],
  { json, wasGiven }: { readonly json: boolean; readonly wasGiven: boolean },
): void {
  if (json) return printJson({ name, stored });
  printRows((look) => [
    ...stored.flatMap(({ place, done }) => {
      const words = done === "created" ? "is stored in" : "took the place of another in";
      return textRows(`${name} ${words} ${namePlace(place)}.`, {
        look,
        lead: marked(look, "done"),
      });
    }),
    ...(wasGiven
      ? textRows(
          "Its value stood on the command line: your shell keeps that, and others on this machine could see it. Leave it away next time, and it is asked for.",
          { look, lead: marked(look, "attention") },
        )
      : []),
  ]);
}

export function namePlace(place: VariablePlace): string {
  return place.kind === "group" ? `group ${place.id}` : `pipeline ${place.name}`;
}
