import { printableLine } from "../../shared/print-text.ts";

const most = 100;

/** Shortens an untrusted text, so that a message can contain it. */
export function shorten(text: string): string {
  const start = printableLine(text.slice(0, most));
  return text.length > most ? `${start}…` : start;
}
