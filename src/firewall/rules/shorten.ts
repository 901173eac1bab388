import { printableLine } from "../../shared/print-text.ts";

const most = 100;

/** What a stranger wrote, as it can stand in a sentence. */
export function shorten(text: string): string {
  const start = printableLine(text.slice(0, most));
  return text.length > most ? `${start}…` : start;
}
