import type { JoinedText, Span } from "./joined-text.ts";
import { goesOn } from "./token-shapes.ts";

/** `sk-proj-…`, `sk-ant-api03-…`: what follows has letters and digits; words with dashes between them have no digits. */
const start = /(?<![A-Za-z0-9])sk-(?=[\w-]{0,40}\d)(?=[\w-]{0,40}[A-Za-z])(?=[\w-]{16})/g;
const character = /[\w-]/;

/** Finds keys of providers of models, also when a line break stands inside. */
export function findProviderKeys(joined: JoinedText): Span[] {
  const { text, breaksBefore, spanOf } = joined;
  const found: Span[] = [];
  let end = 0;
  for (const { index } of text.matchAll(start)) {
    if (index < end) continue;
    end = index;
    while (character.test(text[end] ?? "")) {
      if (breaksBefore(end) && end > index && !goesOn(joined, end, character)) break;
      end += 1;
    }
    found.push(spanOf(index, end));
  }
  return found;
}
