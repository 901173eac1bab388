import { validateEntries, validateEntry } from "../../src/prompts/validate-entries.ts";
import type { Explanation, ListQuestion } from "../../src/prompts/prompter.ts";
import type { Key } from "../../src/prompts/read-keys.ts";
import type { Outcome } from "./outcome.ts";
import { pressText, startText, type TextState } from "./text.ts";

/** The lines that an operator enters, and a second field in which to test them. */
export interface ListState {
  readonly kind: "list";
  readonly question: Pick<ListQuestion, "entry" | "check" | "trial" | "minimum" | "placeholder">;
  readonly entries: readonly string[];
  /** Index of the line that is edited. The index after the last line is a new line. */
  readonly at: number;
  readonly field: TextState;
  /** Error in the edited line, updated with each key; undefined if none is known yet. */
  readonly complaint?: string | undefined;
  readonly isTrying: boolean;
  readonly tried: TextState;
  readonly explained?: Explanation | undefined;
}

export function startList({ initial = [], ...question }: Omit<ListQuestion, "id">): ListState {
  const { placeholder } = question;
  return {
    kind: "list",
    question,
    entries: initial,
    at: initial.length,
    field: startField("", placeholder),
    isTrying: false,
    tried: startField(""),
  };
}

/** Handles a key. The answer is the list of lines; Enter on an empty new line completes it. */
export function pressEntries(state: ListState, key: Key): Outcome<ListState, string[]> {
  if (key.name === "tab") return state.question.trial && { state: changeField(state) };
  return state.isTrying ? pressTrial(state, key) : pressLine(state, key);
}

export function textOf({ characters }: TextState): string {
  return characters.join("").trim();
}

function startField(initial: string, placeholder = ""): TextState {
  return startText({ initial, placeholder });
}

function pressLine(state: ListState, key: Key): Outcome<ListState, string[]> {
  const { entries, at, field, question } = state;
  if (key.name === "enter") return enterLine(state);
  if (key.name === "delete-line")
    return { state: goTo({ ...state, entries: entries.toSpliced(at, 1) }, at) };
  if (key.name === "up" || key.name === "down") return { state: moveLine(state, key.name) };
  if (key.name === "paste" && /[\r\n]./.test(key.text.trim()))
    return { state: addLines(state, key.text) };
  const outcome = pressText(field, key);
  if (!outcome || "answer" in outcome) return undefined;
  const text = textOf(outcome.state);
  const complaint =
    text === "" ? undefined : validateEntry(question, text, entries.toSpliced(at, 1));
  return { state: { ...state, field: outcome.state, complaint } };
}

function enterLine(state: ListState): Outcome<ListState, string[]> {
  const isEnd = state.at === state.entries.length && textOf(state.field) === "";
  if (!isEnd) {
    const kept = keepLine(state);
    return { state: kept.complaint === undefined ? goTo(kept, kept.entries.length) : kept };
  }
  const wrong = validateEntries(state.question, state.entries);
  if (!wrong) return { answer: [...state.entries] };
  const there = wrong.index === undefined ? state : goTo(state, wrong.index);
  return { state: { ...there, complaint: wrong.complaint } };
}

/** Stores the edited line at its position. An empty line is deleted. */
function keepLine(state: ListState): ListState {
  const { entries, at, field, question } = state;
  const text = textOf(field);
  const others = entries.toSpliced(at, 1);
  if (text === "") return { ...state, entries: others, complaint: undefined };
  const complaint = validateEntry(question, text, others);
  return complaint === undefined
    ? { ...state, entries: entries.toSpliced(at, 1, text), complaint }
    : { ...state, complaint };
}

function moveLine(state: ListState, way: "up" | "down"): ListState {
  const kept = keepLine(state);
  if (kept.complaint !== undefined) return kept;
  const { at, entries } = state;
  if (way === "up") return goTo(kept, Math.max(0, at - 1));
  if (at >= entries.length) return state.question.trial ? changeField(state) : kept;
  return goTo(kept, kept.entries.length < entries.length ? at : at + 1);
}

/**
 * Adds pasted lines one by one. Invalid lines stay in the field, where the operator can correct
 * them.
 */
function addLines(state: ListState, pasted: string): ListState {
  const { question } = state;
  const kept = keepLine(state);
  if (kept.complaint !== undefined) return kept;
  const lines = pasted.split(/[\r\n]+/).map((line) => line.trim());
  let { entries } = kept;
  const wrong = lines.filter(Boolean).filter((line) => {
    if (validateEntry(question, line, entries) !== undefined) return true;
    entries = [...entries, line];
    return false;
  });
  const added = goTo({ ...kept, entries }, entries.length);
  if (wrong.length === 0) return added;
  const field = startField(wrong.join(" "), question.placeholder);
  return { ...added, field, complaint: validateEntry(question, textOf(field), entries) };
}

/** Moves to the line at an index and starts editing it. */
function goTo(state: ListState, at: number): ListState {
  const { entries, question } = state;
  const field = startField(entries[at] ?? "", question.placeholder);
  return explain({ ...state, at: Math.min(at, entries.length), field, complaint: undefined });
}

/**
 * Switches between the lines and the test field. A valid edited line is stored first, so that the
 * test includes it.
 */
function changeField(state: ListState): ListState {
  if (state.isTrying) return { ...state, isTrying: false };
  const kept = keepLine(state);
  const there = kept.complaint === undefined ? goTo(kept, kept.entries.length) : kept;
  return { ...there, isTrying: true };
}

function pressTrial(state: ListState, key: Key): Outcome<ListState, string[]> {
  if (key.name === "enter") return { state: acceptSuggestion(state) };
  if (key.name === "up") return { state: changeField(state) };
  if (key.name === "delete-line") return { state: explain({ ...state, tried: startField("") }) };
  const outcome = pressText(state.tried, key);
  if (!outcome || "answer" in outcome) return undefined;
  return { state: explain({ ...state, tried: outcome.state }) };
}

/** Adds the suggested line to the list. If there is no valid suggestion, returns to the list. */
function acceptSuggestion(state: ListState): ListState {
  const { explained, entries, question } = state;
  const { offer } = explained ?? {};
  if (offer === undefined || validateEntry(question, offer, entries) !== undefined) {
    return changeField(state);
  }
  const isNew = state.at === entries.length;
  const at = isNew ? state.at + 1 : state.at;
  return explain({ ...state, entries: [...entries, offer], at });
}

function explain(state: ListState): ListState {
  const { question, tried, entries } = state;
  const text = textOf(tried);
  return { ...state, explained: text === "" ? undefined : question.trial?.explain(text, entries) };
}
