import { findLineChanges } from "../../src/run/control/line-changes.ts";
import { unshown } from "../../src/shared/print-text.ts";
import { redact } from "../../src/shared/redact.ts";
import type { Secret } from "../../src/shared/secret.ts";

/** Two versions of a file's text. The first is empty if the file does not exist. */
export interface TextPair {
  readonly before: string;
  readonly after: string;
}

/** Returns the removed and added lines, marked with - and +; empty if the texts are equal. */
export function changedLines({ before, after }: TextPair): readonly string[] {
  if (before === after) return [];
  if (before === "") return textLines(after).map((line) => `+ ${line}`);
  if (after === "") return textLines(before).map((line) => `- ${line}`);
  return findLineChanges(before, after).map(({ sign, line }) => `${sign} ${line}`);
}

export function textLines(text: string): readonly string[] {
  return text.trimEnd().split("\n");
}

const unseen = new RegExp(unshown, "gu");

/**
 * Returns a line of a file in a form that is safe to show: without credentials, and with escapes for
 * invisible characters, which can be the only difference between two lines.
 */
export function shownLine(line: string, secrets?: readonly Secret[]): string {
  return redact(line, secrets).replaceAll(
    unseen,
    (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
