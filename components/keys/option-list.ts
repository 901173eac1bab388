import type { Option } from "../../src/prompts/prompter.ts";
import type { Key } from "../../src/prompts/read-keys.ts";

/**
 * The state that single-choice and multiple-choice lists share: rows, a cursor, and a search field
 * if there are many rows.
 */
export interface OptionList {
  readonly options: readonly Option[];
  /** Index of the row under the cursor, or -1 if no row can be chosen. */
  readonly cursor: number;
  /** The search text. undefined if the list is too short for a search. */
  readonly search: string | undefined;
  readonly complaint?: string | undefined;
}

const longestWithoutSearch = 8;

export function startSearch(options: readonly Option[]): string | undefined {
  return options.length > longestWithoutSearch ? "" : undefined;
}

/**
 * Returns the indexes of the options whose label, hint or value contain every word of the search.
 */
export function matchOptions({ options, search }: OptionList): number[] {
  const words = (search ?? "").toLowerCase().split(" ").filter(Boolean);
  return options.flatMap(({ label, hint, value }, index) => {
    const text = `${label} ${hint ?? ""} ${value}`.toLowerCase();
    return words.every((word) => text.includes(word)) ? [index] : [];
  });
}

/** Returns the option at an index. undefined if the search does not show it. */
export function optionAt(list: OptionList, index: number): Option | undefined {
  return matchOptions(list).includes(index) ? list.options[index] : undefined;
}

/** Moves the cursor or changes the search. Returns undefined if the key does neither. */
export function pressList<List extends OptionList>(list: List, key: Key): List | undefined {
  if (key.name === "character") {
    return list.search === undefined ? undefined : find(list, list.search + key.text);
  }
  const way = ways.find((each) => each === key.name);
  if (way) return move(list, way);
  if (key.name === "tab") return move(list, "down");
  if (!list.search) return undefined;
  if (key.name === "backspace") return find(list, list.search.slice(0, -1));
  return key.name === "erase-line" || key.name === "escape" ? find(list, "") : undefined;
}

/**
 * Returns the option index for a digit key. Returns undefined in a list with a search, where digits
 * are part of the search.
 */
export function numberedRow(list: OptionList, key: Key): number | undefined {
  if (key.name !== "character" || list.search !== undefined) return undefined;
  const index = Number.parseInt(key.text, 10) - 1;
  return list.options[index] ? index : undefined;
}

export function refuseDisabled({ label, disabled }: Option): string | undefined {
  return disabled === undefined ? undefined : `${label} is not available: ${disabled}`;
}

/** Number of rows by which a page key moves the cursor. Most windows show more rows than this. */
const page = 10;

const ways = ["up", "down", "home", "end", "pageup", "pagedown"] as const;

function move<List extends OptionList>(list: List, way: (typeof ways)[number]): List {
  // The cursor skips options that cannot be chosen.
  const isFree = (index: number) => list.options[index]?.disabled === undefined;
  const found = matchOptions(list).filter(isFree);
  const at = found.indexOf(list.cursor);
  const last = found.length - 1;
  const next = {
    up: at <= 0 ? last : at - 1,
    down: at >= last ? 0 : at + 1,
    home: 0,
    end: last,
    pageup: Math.max(0, at - page),
    pagedown: Math.min(last, at + page),
  };
  return { ...list, cursor: found[next[way]] ?? -1, complaint: undefined };
}

function find<List extends OptionList>(list: List, search: string): List {
  const found = matchOptions({ ...list, search });
  const first = found.find((index) => list.options[index]?.disabled === undefined) ?? -1;
  const cursor = found.includes(list.cursor) ? list.cursor : first;
  return { ...list, search, cursor, complaint: undefined };
}
