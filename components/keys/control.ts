import type { DisclosureState } from "./disclosure.ts";
import { textOf, type ListState } from "./list.ts";
import type { MultiSelectState } from "./multi-select.ts";
import type { SecretState } from "./secret.ts";
import type { SelectState } from "./select.ts";
import type { TextState } from "./text.ts";
import type { WaitState } from "./wait.ts";

/** What a person answers with, in its present state. */
export type Control =
  | (SelectState | MultiSelectState)
  | (TextState | ListState | SecretState)
  | (DisclosureState | WaitState);

/** True where letters are typed or search, so that none is a key of its own. */
export function takesLetters(control: Control): boolean {
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

/** True while a `?` belongs to what is being typed. */
export function takesEveryCharacter(control: Control): boolean {
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
