import type { Option } from "../../src/prompts/prompter.ts";
import type { Key } from "../../src/prompts/read-keys.ts";

/** What a choice of one and a choice of many share: rows, a cursor, and a search when the rows are many. */
export interface OptionList {
  readonly options: readonly Option[];
  /** Index of the row under the cursor; -1 where there is none. */
  readonly cursor: number;
  /** What was typed to find an option; `undefined` where the list is too short to need it. */
  readonly search: string | undefined;
  readonly complaint?: string | undefined;
}

const longestWithoutSearch = 8;

export function startSearch(options: readonly Option[]): string | undefined {
  return options.length > longestWithoutSearch ? "" : undefined;
}

/** Indexes of the options that the search finds: every typed word stands somewhere in label, hint or value. */
export function matchOptions({ options, search }: OptionList): number[] {
  const words = (search ?? "").toLowerCase().split(" ").filter(Boolean);
  return options.flatMap(({ label, hint, value }, index) => {
    const text = `${label} ${hint ?? ""} ${value}`.toLowerCase();
    return words.every((word) => text.includes(word)) ? [index] : [];
  });
}

/** The option under the cursor, if the search shows it. */
export function optionAt(list: OptionList, index: number): Option | undefined {
  return matchOptions(list).includes(index) ? list.options[index] : undefined;
}

/** Moves and searches; a key that does neither makes `undefined`. */
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

/** The index that a number key means; a list with a search has none, numbers belong to the search. */
export function numberedRow(list: OptionList, key: Key): number | undefined {
  if (key.name !== "character" || list.search !== undefined) return undefined;
  const index = Number.parseInt(key.text, 10) - 1;
  return list.options[index] ? index : undefined;
}

export function refuseDisabled({ label, disabled }: Option): string | undefined {
  return disabled === undefined ? undefined : `${label} cannot be chosen now: ${disabled}`;
}

/** Rows that a page moves: fewer than a usual window shows. */
const page = 10;

const ways = ["up", "down", "home", "end", "pageup", "pagedown"] as const;

function move<List extends OptionList>(list: List, way: (typeof ways)[number]): List {
  // A row that cannot be chosen is read, not stood on.
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
