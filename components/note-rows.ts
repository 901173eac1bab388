import type { Note } from "../src/prompts/prompter.ts";
import type { Look } from "../src/terminal/render-options.ts";
import {
  commandRows,
  lineRows,
  linkRows,
  marked,
  rail,
  textRows,
  type Row,
} from "../src/terminal/rows.ts";

/**
 * Draws a note.
 *
 *  ! The keychain contains the key
 *  ┃ The next run stores it, then deletes it from the keychain:
 *    gatehouse setup --repo acme/control
 */
export function noteRows(note: Note, look: Look): Row[] {
  const lead = rail(look, "warning");
  return [
    ...textRows(note.title, { look, tone: "strong", lead: marked(look, "attention", lead) }),
    ...(note.body ?? []).flatMap((line) => lineRows(line, { look, lead })),
    ...(note.command === undefined ? [] : commandRows(note.command, look)),
    ...(note.link === undefined ? [] : linkRows(note.link, look)),
  ];
}
