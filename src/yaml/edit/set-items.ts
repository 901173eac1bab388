import type { YamlList } from "../yaml-node.ts";
import { insertLines, removeLines } from "./edit-block.ts";
import { insertInFlow, removeFromFlow } from "./edit-flow.ts";
import { isSame, type EditValue } from "./edit-value.ts";
import { entriesOf } from "./entries.ts";
import { findLocation, readAsWritten } from "./find-position.ts";
import { leadingSpaceOf } from "./source-lines.ts";
import { inlineText, itemLine, type Style } from "./write-value.ts";

interface ListLocation {
  readonly path: readonly string[];
  readonly style: Style;
}

/**
 * Replaces the items of a list that shares at least one item with the new values. Unchanged items
 * keep their lines.
 */
export function setItems(
  text: string,
  values: readonly EditValue[],
  location: ListLocation,
): string {
  let current = text;
  let list = listAt(text, location.path);
  for (const [at, value] of values.entries()) {
    // Only changed items are parsed again, because most items of a long list do not change.
    if (isSameAt(list, at, value)) continue;
    const found = list.items.findIndex((item, index) => index >= at && isSame(item, value));
    if (found < 0) current = insertItem(current, list, { at, value, ...location });
    else for (let more = found; more > at; more -= 1) current = removeItem(current, at, location);
    list = listAt(current, location.path);
  }
  const { items } = list;
  for (let more = items.length; more > values.length; more -= 1) {
    current = removeItem(current, more - 1, location);
  }
  return current;
}

function isSameAt({ items }: YamlList, at: number, value: EditValue): boolean {
  const item = items[at];
  return item !== undefined && isSame(item, value);
}

function listAt(text: string, path: readonly string[]): YamlList {
  const { root } = readAsWritten(text);
  const location = root?.kind === "map" ? findLocation(root, path) : undefined;
  if (location?.kind !== "found" || location.field.value.kind !== "list") {
    throw new Error("the edited list no longer exists");
  }
  return location.field.value;
}

function insertItem(
  text: string,
  list: YamlList,
  { at, value, style }: ListLocation & { readonly at: number; readonly value: EditValue },
): string {
  const { lineEnd } = style;
  if (list.isFlow) return insertInFlow(text, list, { at, written: inlineText(value), lineEnd });
  const entries = entriesOf(text, list);
  const [before, after] = [entries[at], entries[at - 1]];
  const prefix = leadingSpaceOf(text, list.start);
  return insertLines(text, itemLine(prefix, value, style), {
    ...(after ? { after } : before && { before }),
  });
}

function removeItem(text: string, at: number, { path }: ListLocation): string {
  const list = listAt(text, path);
  if (list.isFlow) return removeFromFlow(text, list, at);
  const entries = entriesOf(text, list);
  const item = entries[at];
  return item ? removeLines(text, item, entries[at - 1]) : text;
}
