import type { TextQuestion } from "../../src/prompts/prompter.ts";
import type { Key, NamedKey } from "../../src/prompts/read-keys.ts";
import type { Outcome } from "./outcome.ts";

/** One line of text. `cursor` counts characters as users see them, so an emoji counts as one. */
export interface TextState {
  readonly kind: "text";
  readonly characters: readonly string[];
  readonly cursor: number;
  readonly placeholder: string;
  readonly check: (text: string) => string | undefined;
  readonly complaint?: string | undefined;
}

export function startText(
  question: Pick<TextQuestion, "initial" | "placeholder" | "check">,
): TextState {
  const characters = split(question.initial ?? "");
  return {
    kind: "text",
    characters,
    cursor: characters.length,
    placeholder: question.placeholder ?? "",
    check: question.check ?? (() => undefined),
  };
}

/** Handles a key. The answer is the text without surrounding spaces. */
export function pressText(state: TextState, key: Key): Outcome<TextState, string> {
  if (key.name === "enter") return finish(state);
  const calm = { ...state, complaint: undefined };
  if (key.name === "character" || key.name === "paste") return { state: insert(calm, key.text) };
  const edit = edits[key.name];
  return edit && { state: edit(calm) };
}

const edits: Partial<Record<NamedKey, (state: TextState) => TextState>> = {
  left: (state) => moveTo(state, state.cursor - 1),
  right: (state) => moveTo(state, state.cursor + 1),
  home: (state) => moveTo(state, 0),
  end: (state) => moveTo(state, state.characters.length),
  backspace: (state) => erase(state, state.cursor - 1, state.cursor),
  delete: (state) => erase(state, state.cursor, state.cursor + 1),
  "erase-line": (state) => erase(state, 0, state.characters.length),
  "erase-word": (state) => erase(state, startOfWord(state), state.cursor),
  "erase-rest": (state) => erase(state, state.cursor, state.characters.length),
};

function moveTo(state: TextState, cursor: number): TextState {
  return { ...state, cursor: Math.min(state.characters.length, Math.max(0, cursor)) };
}

function erase(state: TextState, start: number, end: number): TextState {
  const from = Math.max(0, start);
  return { ...state, characters: state.characters.toSpliced(from, end - from), cursor: from };
}

function finish(state: TextState): Outcome<TextState, string> {
  const text = state.characters.join("").trim();
  const complaint = state.check(text);
  return complaint === undefined ? { answer: text } : { state: { ...state, complaint } };
}

function insert(state: TextState, text: string): TextState {
  // A pasted line often ends with a line break, which a line of text cannot contain.
  const added = text.replaceAll(/[\r\n]+/g, " ").replaceAll(/\p{Cc}/gu, "");
  // Added text, such as an accent or a skin tone, can combine with the character before it.
  const before = split(state.characters.slice(0, state.cursor).join("") + added);
  const after = state.characters.slice(state.cursor);
  return { ...state, characters: [...before, ...after], cursor: before.length };
}

function startOfWord({ characters, cursor }: TextState): number {
  let start = cursor;
  while (start > 0 && characters[start - 1] === " ") start -= 1;
  while (start > 0 && characters[start - 1] !== " ") start -= 1;
  return start;
}

let graphemes: Intl.Segmenter | undefined;

/**
 * Splits text into characters. The first segmenter takes 16 ms to create, so it is created on first
 * use.
 */
function split(text: string): string[] {
  graphemes ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return [...graphemes.segment(text)].map(({ segment }) => segment);
}
