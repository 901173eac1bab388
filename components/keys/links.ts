import type { Key } from "../../src/prompts/read-keys.ts";
import { isAddress } from "../../src/terminal/rows.ts";
import type { Screen } from "../screen-store.ts";
import { acceptsLetters, type Control } from "./control.ts";

/** An action that a key performs on the screen's link. */
export type LinkAct = "open" | "copy" | "lengthen";

/**
 * Returns the main link of the screen. A link that fixes a problem takes precedence over other
 * links. undefined if the screen has no link.
 */
export function linkOf({ open, notes }: Screen): string | undefined {
  const control = open?.control;
  const wait = control?.kind === "wait" ? control : undefined;
  return (
    wait?.problem?.hints?.find(({ link }) => link !== undefined)?.link ??
    wait?.link ??
    open?.error?.hints.find(({ link }) => link !== undefined)?.link ??
    open?.body.find(isAddress) ??
    notes.find(({ link }) => link !== undefined)?.link
  );
}

/** Returns the keys for links. If typed letters are text, these keys require Ctrl. */
export function linkKeys(control: Control): { open: string; copy: string; lengthen: string } {
  return acceptsLetters(control)
    ? { open: "ctrl-o", copy: "ctrl-y", lengthen: "ctrl-l" }
    : { open: "o", copy: "c", lengthen: "l" };
}

const letters: Readonly<Record<string, LinkAct>> = { o: "open", c: "copy", l: "lengthen" };

/** @returns undefined if the key does not act on the link */
export function linkAct(screen: Screen, key: Key): LinkAct | undefined {
  const control = screen.open?.control;
  if (!control || screen.open?.isAnswered || linkOf(screen) === undefined) return undefined;
  if (key.name === "open-link") return "open";
  if (key.name === "copy-link") return "copy";
  if (key.name === "lengthen-link") return "lengthen";
  if (key.name !== "character" || acceptsLetters(control)) return undefined;
  const isOwn =
    control.kind === "wait" && control.actions.some((action) => action.key === key.text);
  return isOwn ? undefined : letters[key.text];
}
