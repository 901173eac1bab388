import type { Key } from "../../src/asking/read-keys.ts";
import type { View } from "../fit-rows.ts";
import type { Screen } from "../screen-store.ts";
import { takesEveryCharacter, type Control } from "./control.ts";

/** Keys that belong to the screen and not to its control: why we ask, and reading on. */
export function pressScreen(
  screen: Screen,
  key: Key,
  body: Pick<View, "start" | "page" | "last">,
): Partial<Screen> | undefined {
  if (!screen.open || screen.open.isAnswered) return undefined;
  const { why, control } = screen.open;
  const isQuestionMark = key.name === "character" && key.text === "?";
  if (why !== undefined && isQuestionMark && !takesEveryCharacter(control)) {
    return { isWhyShown: !screen.isWhyShown, scroll: 0 };
  }
  const hides = key.name === "escape" || (key.name === "enter" && control.kind === "disclosure");
  if (screen.isWhyShown && hides) return { isWhyShown: false, scroll: 0 };
  const step = stepOf(key, control, body);
  if (step === 0 || body.last === 0) return undefined;
  return { scroll: Math.min(body.last, Math.max(0, body.start + step)) };
}

/** Lines that a key scrolls. Enter leaves a disclosure only at its end. */
function stepOf(
  key: Key,
  control: Control,
  { start, page, last }: Pick<View, "start" | "page" | "last">,
): number {
  if (key.name === "pageup") return -page;
  if (key.name === "pagedown") return page;
  if (control.kind !== "disclosure" && (control.kind !== "wait" || control.entry)) return 0;
  if (key.name === "up") return -1;
  if (key.name === "down") return 1;
  if (key.name === "character" && key.text === " ") return page;
  return key.name === "enter" && control.kind === "disclosure" && start < last ? page : 0;
}
