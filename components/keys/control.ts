import type { DisclosureState } from "./disclosure.ts";
import { textOf, type ListState } from "./list.ts";
import type { MultiSelectState } from "./multi-select.ts";
import type { SecretState } from "./secret.ts";
import type { SelectState } from "./select.ts";
import type { TextState } from "./text.ts";
import type { WaitState } from "./wait.ts";

/** The input element of a question, in its current state. */
export type Control =
  | (SelectState | MultiSelectState)
  | (TextState | ListState | SecretState)
  | (DisclosureState | WaitState);

/** Returns whether typed letters are text or part of a search. If so, no letter is a shortcut. */
export function acceptsLetters(control: Control): boolean {
  switch (control.kind) {
    case "text":
    case "list":
    case "secret":
      return true;
    case "wait":
      return control.entry !== undefined;
    case "select":
    case "multi-select":
      return control.search !== undefined;
    case "disclosure":
      return false;
  }
}

/**
 * Returns whether a typed `?` belongs to the input instead of showing the reason for the question.
 */
export function acceptsEveryCharacter(control: Control): boolean {
  switch (control.kind) {
    case "text":
      return control.characters.length > 0;
    case "list":
      return textOf(control.isTrying ? control.tried : control.field) !== "";
    case "secret":
      return !control.draft.isEmpty;
    case "wait":
      return control.entry !== undefined;
    case "select":
    case "multi-select":
    case "disclosure":
      return false;
  }
}
