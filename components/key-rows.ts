import type { RenderOptions } from "../src/terminal/render-options.ts";
import { shownLink, type Row } from "../src/terminal/rows.ts";
import { pluralOf } from "../src/shared/count.ts";
import { acceptsEveryCharacter, acceptsLetters } from "./keys/control.ts";
import { linkKeys, linkOf } from "./keys/links.ts";
import { textOf, type ListState } from "./keys/list.ts";
import type { MultiSelectState } from "./keys/multi-select.ts";
import { optionAt } from "./keys/option-list.ts";
import { isAside, isReading } from "./keys/screen.ts";
import { layKeys, type KeyHint } from "./lay-keys.ts";
import type { OpenQuestion, Screen } from "./screen-store.ts";

interface Binding extends KeyHint {
  /**
   * Whether to omit the key in a window with few rows, because users can find it without a hint.
   */
  readonly isExtra?: boolean;
}

interface Position {
  readonly style: RenderOptions;
  readonly canScroll: boolean;
  /** Whether the last row of the body is visible. */
  readonly isAtEnd: boolean;
}

/**
 * Returns the keys that currently work: the main key first, and the key that stops gatehouse last.
 *
 *    o open again   c copy link   e +10 min   p paste   ? why   ctrl-c stop
 */
export function keyRows(screen: Screen, position: Position): Row[] {
  const { style } = position;
  const isTight = screen.rows < 14;
  const keys = listKeys(screen, position);
  return layKeys(
    keys.filter(({ isExtra }) => !(isExtra && isTight)),
    style,
  );
}

/**
 * Lists the main key first and the key that stops gatehouse last. Arrows and digits work but are
 * not listed.
 */
export function listKeys(screen: Screen, position: Position): Binding[] {
  const { open, isStopping } = screen;
  if (!open || open.isAnswered) {
    return [{ key: "ctrl-c", does: isStopping ? "again: stop without waiting" : "stop" }];
  }
  const isTyping = open.control.kind === "wait" && open.control.entry !== undefined;
  const isScrolled = position.canScroll && !isReading(open);
  const isReadAgain = position.canScroll && isReading(open) && position.isAtEnd;
  // While the reason is shown, Enter returns to the text, so the keys of the control are hidden.
  const keys = isAside(screen) ? [] : listControlKeys(open, position);
  const links = isTyping ? [] : listLinkKeys(screen, open, position.style);
  // The list of keys for a wait already contains the key that opens the link. The other link keys
  // follow it.
  const end = keys.findIndex(({ key }) => key === "o") + 1 || keys.length;
  return [
    ...keys.toSpliced(end, 0, ...links),
    ...(isScrolled ? [{ key: "pgup pgdn", does: "scroll" }] : []),
    ...(isReadAgain ? [{ key: "pgup", does: "scroll back", isExtra: true }] : []),
    ...listWays(screen, open, isTyping),
    { key: "ctrl-c", does: isStopping ? "again: stop at once" : "stop" },
  ];
}

function listLinkKeys(screen: Screen, { control }: OpenQuestion, style: RenderOptions): Binding[] {
  const link = linkOf(screen);
  if (link === undefined) return [];
  const keys = linkKeys(control);
  const opensItself = control.kind === "wait" && control.actions.some(({ key }) => key === "o");
  return [
    ...(opensItself ? [] : [{ key: keys.open, does: "open" }]),
    { key: keys.copy, does: "copy link" },
    ...(screen.isLinkLong ? [{ key: keys.lengthen, does: "short link" }] : []),
    ...(shownLink(link, style) === link || screen.isLinkLong
      ? []
      : [{ key: keys.lengthen, does: "long link" }]),
  ];
}

function listWays(screen: Screen, open: OpenQuestion, isTyping: boolean): Binding[] {
  const hasWhy = open.why !== undefined && !acceptsEveryCharacter(open.control);
  const isWhyShown = hasWhy && screen.isWhyShown;
  const hiding = isAside(screen) ? "enter esc" : "esc";
  const isSearching = "search" in open.control && Boolean(open.control.search);
  return [
    ...(hasWhy ? [isWhyShown ? { key: hiding, does: "hide why" } : { key: "?", does: "why" }] : []),
    ...(isSearching && !isWhyShown ? [{ key: "esc", does: "clear search" }] : []),
    ...(open.canGoBack && !isTyping && !isSearching && !isWhyShown
      ? [{ key: "esc", does: "back" }]
      : []),
    ...(open.canAskAgain && !isTyping ? [{ key: "ctrl-r", does: "answer again" }] : []),
  ];
}

function listTickKeys(control: MultiSelectState): Binding[] {
  const isHere = optionAt(control, control.cursor) !== undefined;
  const isNone = control.ticked.size < control.minimum;
  return [
    ...(isHere || !isNone ? [{ key: "enter", does: isNone ? "choose this one" : "continue" }] : []),
    ...(isHere ? [{ key: "space", does: "tick" }] : []),
    ...(acceptsLetters(control) ? [] : [{ key: "a", does: "all or none", isExtra: true }]),
  ];
}

/** Lists the keys for a list control. Enter on an empty new line completes the list. */
function listLineKeys(list: ListState): Binding[] {
  const { entries, at, field, isTrying, tried, explained, question } = list;
  const { trial, entry } = question;
  const isWritten = textOf(isTrying ? tried : field) !== "";
  const isNew = at === entries.length;
  const toLines = { key: "tab", does: `back to ${pluralOf(entry)}` };
  const erase = isWritten ? [{ key: "ctrl-d", does: "delete line" }] : [];
  if (isTrying) {
    const add = explained?.offer === undefined ? [] : [{ key: "enter", does: "add" }];
    return [...add, toLines, ...erase];
  }
  return [
    { key: "enter", does: !isNew ? "change" : isWritten ? "add" : "done" },
    ...(isNew && !isWritten && entries.length > 0
      ? [{ key: "up", does: "edit a line", isExtra: true }]
      : []),
    ...(trial ? [{ key: "tab", does: beginSmall(trial.title) }] : []),
    ...erase,
  ];
}

function beginSmall(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}

/** Lists the letters that directly choose the options of a confirmation. */
function listLetters(letters: readonly string[]): Binding[] {
  return letters.length === 0 ? [] : [{ key: letters.join(" "), does: "answer", isExtra: true }];
}

function listControlKeys(open: OpenQuestion, { canScroll, isAtEnd }: Position): Binding[] {
  const { control } = open;
  const mustRead = isReading(open) && canScroll && !isAtEnd;
  switch (control.kind) {
    case "select":
      if (mustRead) return [{ key: "enter", does: "next page" }];
      if (!optionAt(control, control.cursor)) return [];
      return [{ key: "enter", does: "choose" }, ...listLetters(control.letters)];
    case "multi-select":
      return listTickKeys(control);
    case "list":
      return listLineKeys(control);
    case "text":
      return [{ key: "enter", does: mustRead ? "next page" : "continue" }];
    case "secret": {
      const again = control.draft.isEmpty ? [] : [{ key: "ctrl-u", does: "clear" }];
      return [{ key: "enter", does: "continue" }, ...again];
    }
    case "disclosure":
      return [{ key: "enter", does: mustRead ? "next page" : "choose" }];
    case "wait":
      if (control.running) return [];
      if (control.entry) {
        return [
          { key: "enter", does: "send" },
          { key: "esc", does: "cancel" },
        ];
      }
      return control.actions.map(({ key, label }) => ({ key, does: label }));
  }
}
