import type { Note } from "../src/prompts/prompter.ts";
import type { RenderOptions } from "../src/terminal/render-options.ts";
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
export function noteRows(note: Note, style: RenderOptions): Row[] {
  const prefix = rail(style, "warning");
  return [
    ...textRows(note.title, { style, tone: "strong", prefix: marked(style, "attention", prefix) }),
    ...(note.body ?? []).flatMap((line) => lineRows(line, { style, prefix })),
    ...(note.command === undefined ? [] : commandRows(note.command, style)),
    ...(note.link === undefined ? [] : linkRows(note.link, style)),
  ];
}
