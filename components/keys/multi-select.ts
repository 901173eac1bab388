import type { Option } from "../../src/prompts/prompter.ts";
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

/** A multi-select question that requires at least `minimum` selected options. */
export interface MultiSelectState extends OptionList {
  readonly kind: "multi-select";
  /** Indexes of the ticked options. */
  readonly ticked: ReadonlySet<number>;
  readonly minimum: number;
}

export function startMultiSelect(
  options: readonly Option[],
  { initial = [], minimum = 0 }: { initial?: readonly string[]; minimum?: number } = {},
): MultiSelectState {
  const free = freeRows(options);
  const isWanted = (index: number) => initial.includes(options[index]?.value ?? "");
  return {
    kind: "multi-select",
    options,
    cursor: free[0] ?? 0,
    search: startSearch(options),
    ticked: new Set(free.filter(isWanted)),
    minimum,
  };
}

/** Handles a key. The answer lists the indexes of the ticked options in ascending order. */
export function pressMultiSelect(
  state: MultiSelectState,
  key: Key,
): Outcome<MultiSelectState, number[]> {
  if (key.name === "enter") return finish(state);
  if (key.name === "character" && key.text === " ") return { state: tick(state, state.cursor) };
  const index = numberedRow(state, key);
  if (index !== undefined) return { state: tick({ ...state, cursor: index }, index) };
  const moved = pressList(state, key);
  if (moved) return { state: moved };
  const isAll = key.name === "character" && key.text === "a";
  return isAll ? { state: tickAll(state) } : undefined;
}

function tick(state: MultiSelectState, index: number): MultiSelectState {
  const option = optionAt(state, index);
  const complaint = option && refuseDisabled(option);
  if (!option || complaint !== undefined) return { ...state, complaint };
  const ticked = new Set(state.ticked);
  if (!ticked.delete(index)) ticked.add(index);
  return { ...state, ticked, complaint: undefined };
}

function tickAll(state: MultiSelectState): MultiSelectState {
  const free = freeRows(state.options);
  const areAll = free.every((index) => state.ticked.has(index));
  return { ...state, ticked: new Set(areAll ? [] : free), complaint: undefined };
}

function finish(state: MultiSelectState): Outcome<MultiSelectState, number[]> {
  if (state.ticked.size >= state.minimum) {
    return { answer: [...state.ticked].sort((one, other) => one - other) };
  }
  // If no row is ticked, Enter chooses the row under the cursor.
  const here = optionAt(state, state.cursor);
  const isOne = here?.disabled === undefined && here && state.minimum - state.ticked.size === 1;
  if (isOne && !state.ticked.has(state.cursor)) return finish(tick(state, state.cursor));
  const complaint = `Choose at least ${state.minimum}: press Space to tick a row.`;
  return { state: { ...state, complaint } };
}

function freeRows(options: readonly Option[]): number[] {
  return options.flatMap(({ disabled }, index) => (disabled === undefined ? [index] : []));
}
