import { InvalidInput } from "../../shared/errors.ts";
import { placesOf, type Location } from "../positions.ts";
import { readYaml } from "../read-yaml.ts";
import { fieldOf, type YamlNode } from "../yaml-node.ts";
import type { ReadOptions } from "../yaml-text.ts";
import { CannotEdit } from "./cannot-edit.ts";
import { isOnlyChange } from "./is-only-change.ts";
import { setValue, type EditRules, type YamlEdit } from "./set-value.ts";

export interface EditOptions extends EditRules, Omit<ReadOptions, "base"> {
  /** Name of the YAML at the start of an error message, such as `The front matter`. */
  readonly title: string;
  /** The part of the file before the YAML, which is not changed. */
  readonly head?: string;
}

/**
 * Returns YAML with some keys changed and every other byte preserved. A comment on a separate line
 * above a key is always kept, because it could refer to more than the key.
 * @throws InvalidInput if the YAML cannot be read, or if the edit could change something else
 */
export function editYaml(
  text: string,
  edits: readonly YamlEdit[],
  { head = "", ...options }: EditOptions,
): string {
  const mark = text.startsWith("\ufeff") ? "\ufeff" : "";
  const [lineEnd = "\n"] = /\r?\n/.exec(head + text) ?? [];
  // Lines can only be inserted after a line that ends with a line break.
  const added = text === "" || text.endsWith("\n") ? "" : lineEnd;
  const editor = new Editor(head, { lineEnd, ...options });
  const edited = edits.reduce(
    (current, edit) => editor.edit(current, edit),
    text.slice(mark.length) + added,
  );
  return mark + (added !== "" && edited.endsWith(added) ? edited.slice(0, -added.length) : edited);
}

class Editor {
  readonly #head: string;
  readonly #options: EditOptions & { readonly lineEnd: string };

  constructor(head: string, options: EditOptions & { readonly lineEnd: string }) {
    this.#head = head;
    this.#options = options;
  }

  edit(text: string, edit: YamlEdit): string {
    const { shorts, title } = this.#options;
    const { root: before, faults } = readYaml(text, this.#options);
    const [first] = faults;
    if (first) throw cannotRead(title, this.#placeOf(text, first.offset), first.message);
    if (isOnlyChange(before, before, edit, shorts)) return text;
    const edited = this.#attempt(text, edit);
    const after = readYaml(edited, this.#options);
    if (after.faults.length === 0 && isOnlyChange(before, after.root, edit, shorts)) return edited;
    const reason = "cannot be changed without changing something else";
    throw this.#refusal(text, new CannotEdit(nearest(before, edit.path), reason));
  }

  #attempt(text: string, edit: YamlEdit): string {
    try {
      return setValue(text, edit, this.#options);
    } catch (error) {
      if (error instanceof CannotEdit) throw this.#refusal(text, error);
      throw error;
    }
  }

  #refusal(text: string, { offset, message }: CannotEdit): InvalidInput {
    const { line, column } = this.#placeOf(text, offset);
    const what = `Could not edit the value at ${line}:${column}: it ${message}.`;
    return new InvalidInput(what, [{ text: "Change this value manually" }]);
  }

  #placeOf(text: string, offset: number): Location {
    return placesOf(this.#head + text)(this.#head.length + offset);
  }
}

/** @param title name of the YAML at the start of an error message, such as `The front matter` */
export function cannotRead(
  title: string,
  { line, column }: Location,
  message: string,
): InvalidInput {
  return new InvalidInput(`${title} cannot be read: ${line}:${column} ${message}.`, [
    { text: `Fix the error on line ${line}, then run the same command again` },
  ]);
}

/** Returns the offset of the deepest existing part of a path. */
function nearest(root: YamlNode | undefined, [name, ...rest]: readonly string[]): number {
  const field = root?.kind === "map" && name !== undefined ? fieldOf(root, name) : undefined;
  return field ? nearest(field.value, rest) : (root?.start ?? 0);
}
