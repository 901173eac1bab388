import { joinLines } from "./joined-text.ts";
import type { JoinedText, Span } from "./joined-text.ts";
import { findPrivateKeys } from "./private-key-shape.ts";
import { findTokens } from "./token-shapes.ts";

const runs = /[\w+/-]{16,}={0,2}/g;
const promising = /gh[pousr]_|github_pat_|PRIVATE|MI[IG]|ey[JA]/;

/** Finds keys and tokens that are written as base64, whatever stands right before them. */
export function findBase64(joined: JoinedText): Span[] {
  const found: Span[] = [];
  for (const { 0: run, index } of joined.text.matchAll(runs)) {
    for (const offset of [0, 1, 2, 3]) {
      const decoded = Buffer.from(run.slice(offset), "base64").toString("latin1");
      if (!promising.test(decoded)) continue;
      const inside = joinLines(decoded);
      for (const { start, end } of [...findPrivateKeys(inside), ...findTokens(inside)]) {
        const first = index + offset + Math.floor((start * 4) / 3);
        const last = end === decoded.length ? run.length : offset + Math.ceil((end * 4) / 3);
        found.push(joined.spanOf(first, index + Math.min(last, run.length)));
      }
    }
  }
  return found;
}
