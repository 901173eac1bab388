import { Text, useIsScreenReaderEnabled } from "ink";
import { textWidth } from "../src/asking/wrap-text.ts";
import { printableLine } from "../src/shared/print-text.ts";
import type { Control } from "./keys/control.ts";
import { takesEveryCharacter } from "./keys/control.ts";
import { Rows, space, type Look, type Row, type Span } from "./rows.tsx";
import type { Screen } from "./screen-store.ts";
import type { Signs } from "./theme.ts";

/** A key that works now, and what it does. */
interface Binding {
  readonly key: string;
  readonly does: string;
  /** Left out where there is little room: one finds it without being told. */
  readonly isExtra?: boolean;
}

/** ` o open again   p paste the address instead   ? why   esc back   ctrl-c stop` */
export function KeyBar({
  screen,
  look,
  rows,
}: {
  screen: Screen;
  look: Look;
  rows: readonly Row[];
}) {
  const isSpoken = useIsScreenReaderEnabled();
  if (!isSpoken) return <Rows rows={rows} />;
  const keys = listKeys(screen, { signs: look.signs, canScroll: false, isAtEnd: true });
  return <Text>{`Keys: ${keys.map(({ key, does }) => `${key}, ${does}`).join("; ")}`}</Text>;
}

interface Position {
  readonly signs: Signs;
  readonly canScroll: boolean;
  /** Whether the end of the body is in sight. */
  readonly isAtEnd: boolean;
}

export function keyRows(
  screen: Screen,
  { look, ...position }: { look: Look; canScroll: boolean; isAtEnd: boolean },
): Row[] {
  const isTight = screen.rows < 14;
  const keys = listKeys(screen, { signs: look.signs, ...position });
  const rows: Span[][] = [];
  for (const { key, does } of keys.filter(({ isExtra }) => !(isExtra && isTight))) {
    const item: Span[] = [
      { text: key, tone: "active" },
      { text: ` ${printableLine(does)}`, tone: "quiet" },
    ];
    const row = rows.at(-1);
    if (row && widthOf(row) + 3 + widthOf(item) <= look.width) row.push(space(3), ...item);
    else rows.push([space(1), ...item]);
  }
  return rows;
}

function widthOf(row: Row): number {
  return row.reduce((width, { text }) => width + textWidth(text), 0);
}

function listKeys(screen: Screen, position: Position): Binding[] {
  const { open, isWhyShown, isStopping } = screen;
  if (!open) {
    const does = isStopping ? "again: stop without waiting" : "stop";
    return [{ key: "ctrl-c", does }];
  }
  const { control } = open;
  const isScrolled = position.canScroll && control.kind !== "disclosure";
  const isTyping = control.kind === "wait" && control.entry !== undefined;
  const hasWhy = open.why !== undefined && !takesEveryCharacter(control);
  return [
    ...listControlKeys(control, position),
    ...(isScrolled ? [{ key: "pgup pgdn", does: "read on" }] : []),
    ...(hasWhy ? [{ key: "?", does: isWhyShown ? "hide why" : "why" }] : []),
    ...(open.canGoBack && !isTyping ? [{ key: "esc", does: "back" }] : []),
    { key: "ctrl-c", does: isStopping ? "again: give up on it" : "stop" },
  ];
}

function listControlKeys(control: Control, { signs, canScroll, isAtEnd }: Position): Binding[] {
  const move = { key: `${signs.up} ${signs.down}`, does: "move", isExtra: true };
  switch (control.kind) {
    case "select": {
      const letters = control.letters.map((key, index) => ({
        key,
        does: control.options[index]?.label ?? "",
        isExtra: true,
      }));
      return [...letters, move, { key: "enter", does: "choose" }];
    }
    case "multi-select": {
      const all = { key: "a", does: "all or none", isExtra: true };
      const marks = [
        { key: "space", does: "tick" },
        ...(control.search === undefined ? [all] : []),
      ];
      return [...marks, move, { key: "enter", does: "continue" }];
    }
    case "text":
      return [{ key: "enter", does: "continue" }];
    case "secret": {
      const again = control.draft.isEmpty ? [] : [{ key: "ctrl-u", does: "start again" }];
      return [{ key: "enter", does: "continue" }, ...again];
    }
    case "disclosure": {
      const more = canScroll ? [{ key: `${signs.up} ${signs.down}`, does: "read" }] : [];
      return [...more, { key: "enter", does: isAtEnd ? control.proceed : "next page" }];
    }
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
