import { hidden } from "../shared/secret.ts";
import type { AnswerHeaders } from "./one-request.ts";

/** So short is no token, and a word of any answer. */
const shortestToken = 8;

/**
 * A text of an answer in which what its request was signed with is hidden, also where JSON spells it with escapes. No honest forge
 * quotes it; what one does that quotes it is shown to nobody, and kept nowhere.
 */
export function hideOwn(text: string, own: string | undefined): string {
  if (own === undefined || own.length < shortestToken) return text;
  const shown = text.replaceAll(own, hidden);
  return shown.includes("\\") ? shown.replaceAll(escaped(own), hidden) : shown;
}

/** The same of an answer's headers. */
export function hideOwnIn(headers: AnswerHeaders, own: string | undefined): AnswerHeaders {
  const entries = Object.entries(headers);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, value === undefined ? value : hideOwn(value, own)]),
  );
}

/** Each character as it is or as JSON may write it. */
function escaped(own: string): RegExp {
  const spellings = own.split("").map((character) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, "0");
    const digits = code.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
    return String.raw`(?:\\u${digits}|\\?${/\w/.test(character) ? character : `\\${character}`})`;
  });
  return new RegExp(spellings.join(""), "g");
}
