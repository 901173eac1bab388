import { InvalidInput } from "../../shared/errors.ts";
import { placesOf, type Place } from "../places.ts";
import { readYaml } from "../read-yaml.ts";
import { fieldOf, type YamlNode } from "../yaml-node.ts";
import type { ReadOptions } from "../yaml-text.ts";
import { CannotEdit } from "./cannot-edit.ts";
import { isOnlyChange } from "./is-only-change.ts";
import { setValue, type EditRules, type YamlEdit } from "./set-value.ts";

export interface EditOptions extends EditRules, Omit<ReadOptions, "base"> {
  /** How an error calls the YAML: `The front matter`. */
  readonly title: string;
  /** What precedes the YAML in its file; it stays as it is. */
  readonly head?: string;
}

/**
 * Returns YAML with some keys changed, and every other byte as it was. A comment on a line of its own above a key stays
 * whatever becomes of the key: nobody can tell whether it is about more.
 * @throws InvalidInput if the YAML cannot be read, or no such change is sure to be that change alone
 */
export function editYaml(
  text: string,
  edits: readonly YamlEdit[],
  { head = "", ...options }: EditOptions,
): string {
  const mark = text.startsWith("\ufeff") ? "\ufeff" : "";
  const [lineEnd = "\n"] = /\r?\n/.exec(head + text) ?? [];
  // Lines are inserted behind whole lines.
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
    const because = "cannot be changed without changing something else";
    throw this.#refusal(text, new CannotEdit(nearest(before, edit.path), because));
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
    const what = `What stands at ${line}:${column} ${message}, and is left as it is.`;
    return new InvalidInput(what, [{ say: "Change that place by hand" }]);
  }

  #placeOf(text: string, offset: number): Place {
    return placesOf(this.#head + text)(this.#head.length + offset);
  }
}

/** @param title how the sentence calls the text: `The front matter` */
export function cannotRead(title: string, { line, column }: Place, message: string): InvalidInput {
  return new InvalidInput(`${title} cannot be read: ${line}:${column} ${message}.`, [
    { say: "Mend it first" },
  ]);
}

/** Returns where the part of a path ends that is there. */
function nearest(root: YamlNode | undefined, [name, ...rest]: readonly string[]): number {
  const field = root?.kind === "map" && name !== undefined ? fieldOf(root, name) : undefined;
  return field ? nearest(field.value, rest) : (root?.start ?? 0);
}
