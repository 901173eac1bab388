import type { Situation } from "../prompter.ts";

/** A command that the operator can type instead of an answer, if the question supports it. */
export type Aside = "why" | "back" | "again";

export function asidesOf(why: string | undefined, situation: Situation): Aside[] {
  return [
    ...(why === undefined ? [] : ["why" as const]),
    ...(situation.canGoBack ? ["back" as const] : []),
    ...(situation.canAskAgain === true ? ["again" as const] : []),
  ];
}

const meanings: Readonly<Record<string, Aside>> = {
  "?": "why",
  b: "back",
  back: "back",
  again: "again",
};

/**
 * Recognizes asides. In a text question, only complete words are asides, because the answer may be
 * a single letter.
 */
export function readAside(
  typed: string,
  asides: readonly Aside[],
  { isText = false } = {},
): Aside | undefined {
  const word = typed.trim().toLowerCase();
  const meant = Object.hasOwn(meanings, word) ? meanings[word] : undefined;
  if (isText && word === "b") return undefined;
  return meant && asides.includes(meant) ? meant : undefined;
}

/** Formats the available asides: `, ? why, b back`. */
export function describeAsides(asides: readonly Aside[], { isText = false } = {}): string {
  const words = {
    why: "? why",
    back: isText ? '"back"' : "b back",
    again: isText ? '"again" start over' : "again start over",
  };
  return asides.map((aside) => `, ${words[aside]}`).join("");
}
