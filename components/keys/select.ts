import type { ConfirmQuestion, Option } from "../../src/prompts/prompter.ts";
import type { Key } from "../../src/prompts/read-keys.ts";
import {
  numberedRow,
  optionAt,
  pressList,
  refuseDisabled,
  startSearch,
  type OptionList,
} from "./option-list.ts";
import type { Outcome } from "./outcome.ts";

/** A single choice. A confirmation is a choice between two options, each with a letter. */
export interface SelectState extends OptionList {
  readonly kind: "select";
  /** Letters that choose the options directly, in the order of the options. */
  readonly letters: readonly string[];
}

export function startSelect(options: readonly Option[], initial?: string): SelectState {
  const wanted = options.findIndex(({ value }) => value === initial);
  const first = options.findIndex(({ disabled }) => disabled === undefined);
  const cursor = wanted >= 0 ? wanted : Math.max(0, first);
  return { kind: "select", options, cursor, search: startSearch(options), letters: [] };
}

/** Starts a yes-or-no choice. Without `initial`, Enter means no, the harmless answer. */
export function startConfirm({
  yes = "Yes",
  no = "No",
  initial,
}: Pick<ConfirmQuestion, "yes" | "no" | "initial">): SelectState {
  const options = [
    { value: "yes", label: yes },
    { value: "no", label: no },
  ];
  const cursor = initial ? 0 : 1;
  return { kind: "select", options, cursor, search: undefined, letters: ["y", "n"] };
}

/** Handles a key. The answer is the index of the chosen option. */
export function pressSelect(state: SelectState, key: Key): Outcome<SelectState, number> {
  if (key.name === "enter") return choose(state, state.cursor);
  const lettered = key.name === "character" ? state.letters.indexOf(key.text.toLowerCase()) : -1;
  if (lettered >= 0) return choose(state, lettered);
  const cursor = numberedRow(state, key);
  if (cursor !== undefined) return { state: { ...state, cursor, complaint: undefined } };
  const moved = pressList(state, key);
  return moved && { state: moved };
}

function choose(state: SelectState, index: number): Outcome<SelectState, number> {
  const option = optionAt(state, index);
  const complaint = option ? refuseDisabled(option) : missing(state);
  return complaint === undefined ? { answer: index } : { state: { ...state, complaint } };
}

function missing({ search }: SelectState): string {
  return search ? "No matches. Change the search." : "Choose a row first.";
}
