import type { Key } from "../../src/prompts/read-keys.ts";
import type { View } from "../fit-rows.ts";
import type { OpenQuestion, Screen } from "../screen-store.ts";
import { acceptsEveryCharacter, type Control } from "./control.ts";
import { linkKeys } from "./links.ts";

/**
 * Handles the keys that affect the screen rather than its control: keys that show the reason for a
 * question, and keys that scroll.
 */
export function pressScreen(
  screen: Screen,
  key: Key,
  body: Pick<View, "start" | "page" | "last" | "forward">,
): Partial<Screen> | undefined {
  if (!screen.open || screen.open.isAnswered) return undefined;
  const { why, control } = screen.open;
  const isQuestionMark = key.name === "character" && key.text === "?";
  if (why !== undefined && isQuestionMark && !acceptsEveryCharacter(control)) {
    return { isWhyShown: !screen.isWhyShown, scroll: 0 };
  }
  const hides = key.name === "escape" || (key.name === "enter" && isAside(screen));
  if (screen.isWhyShown && hides) return { isWhyShown: false, scroll: 0 };
  const step = stepOf(key, screen.open, body);
  if (step === 0 || body.last === 0) {
    // A question whose text must be read can be answered only at the end of the text. No question
    // can be answered while the reason is shown.
    const isLater = isUnread(screen.open, body) || isAside(screen);
    return isLater && isAnswerKey(key, control) ? {} : undefined;
  }
  const from = step > 0 ? (body.forward ?? body.start) : body.start;
  return { scroll: Math.min(body.last, Math.max(0, from + step)) };
}

/** Returns whether the user must scroll to the end of the text before answering. */
export function isReading({ control, weight }: Pick<OpenQuestion, "control" | "weight">): boolean {
  const isAnswer = control.kind === "select" || control.kind === "text";
  return control.kind === "disclosure" || (weight !== undefined && isAnswer);
}

/**
 * Returns whether the screen shows the reason for the question instead of a text that must be read
 * first.
 */
export function isAside({ open, isWhyShown }: Pick<Screen, "open" | "isWhyShown">): boolean {
  return isWhyShown && open !== undefined && isReading(open);
}

function isUnread(open: OpenQuestion, { start, last }: Pick<View, "start" | "last">): boolean {
  return isReading(open) && start < last;
}

/**
 * Returns whether a key would answer the question. The keys for going back, for asking again and
 * for links work before the text has been read.
 */
function isAnswerKey(key: Key, control: Control): boolean {
  if (key.name === "character") return !Object.values(linkKeys(control)).includes(key.text);
  return !["escape", "ask-again", "open-link", "copy-link", "lengthen-link"].includes(key.name);
}

/**
 * Returns the number of lines by which a key scrolls. Enter leaves a disclosure only at its end.
 */
function stepOf(
  key: Key,
  open: OpenQuestion,
  { start, page, last }: Pick<View, "start" | "page" | "last">,
): number {
  const { control } = open;
  const isUnreadYet = isUnread(open, { start, last });
  if (key.name === "pageup") return -page;
  if (key.name === "pagedown") return page;
  const isScrolled = control.kind === "disclosure" || isUnreadYet;
  if (!isScrolled && (control.kind !== "wait" || control.entry)) return 0;
  if (key.name === "up") return -1;
  if (key.name === "down") return 1;
  if (key.name === "character" && key.text === " ") return page;
  return key.name === "enter" && isUnreadYet ? page : 0;
}
