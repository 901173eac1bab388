import { printableLine } from "../../shared/print-text.ts";

const most = 100;

/** Shortens untrusted text for use in a message. */
export function shorten(text: string): string {
  const start = printableLine(text.slice(0, most));
  return text.length > most ? `${start}…` : start;
}
