import type { Situation } from "../prompter.ts";

/** What a person can always say instead of an answer, where the question has it. */
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

/** The words that are asides and not answers. A text may be a single letter: there, only words are asides. */
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

/** `, ? why, b back` */
export function describeAsides(asides: readonly Aside[], { isText = false } = {}): string {
  const words = {
    why: "? why",
    back: isText ? '"back"' : "b back",
    again: isText ? '"again" from the start' : "again from the start",
  };
  return asides.map((aside) => `, ${words[aside]}`).join("");
}
