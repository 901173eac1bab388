import { hidden } from "../shared/secret.ts";
import type { AnswerHeaders } from "./one-request.ts";

/** Minimum length of a token. Shorter texts could be words that occur in any response. */
const shortestToken = 8;

/**
 * Redacts the request's token in response text, including JSON-escaped forms. A legitimate forge
 * never returns the token. If another server does, the token is not shown or stored.
 */
export function hideOwn(text: string, own: string | undefined): string {
  if (own === undefined || own.length < shortestToken) return text;
  const shown = text.replaceAll(own, hidden);
  return shown.includes("\\") ? shown.replaceAll(escaped(own), hidden) : shown;
}

/** Redacts the request's token in response headers. */
export function hideOwnIn(headers: AnswerHeaders, own: string | undefined): AnswerHeaders {
  const entries = Object.entries(headers);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, value === undefined ? value : hideOwn(value, own)]),
  );
}

/** Returns a pattern that matches each character literally or as a JSON escape. */
function escaped(own: string): RegExp {
  const spellings = own.split("").map((character) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, "0");
    const digits = code.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
    return String.raw`(?:\\u${digits}|\\?${/\w/.test(character) ? character : `\\${character}`})`;
  });
  return new RegExp(spellings.join(""), "g");
}
