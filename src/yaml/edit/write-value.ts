import { scalarText } from "../scalar-text.ts";
import type { YamlMap, YamlNode } from "../yaml-node.ts";
import { isList, isMap, type EditValue } from "./edit-value.ts";
import { leadingSpaceOf } from "./source-lines.ts";

/** How a file's author writes: as far as it can be seen. */
export interface Style {
  readonly lineEnd: string;
  /** What a map is further in than its key. */
  readonly step: string;
  /** What the dashes of a list are further in than its key. */
  readonly listStep: string;
}

/** An address or a path, with patterns in it: nobody writes quotes around it. */
const address = /^(?:https:\/\/[\w.*-]+(?::\d+)?|\.{0,2})\/[\w./*~%=&?@+-]*$/;

/** A value on one line. */
export function inlineText(value: EditValue): string {
  if (typeof value === "string") return address.test(value) ? value : scalarText(value);
  if (isList(value)) return `[${value.map(inlineText).join(", ")}]`;
  if (!isMap(value)) return String(value);
  return `{${[...value].map(([key, each]) => pairText(key, each)).join(", ")}}`;
}

/** A value on one line; a text in the quotes of the text whose place it takes. */
export function keepQuotes(text: string, old: YamlNode, value: EditValue): string {
  const written = inlineText(value);
  if (typeof value !== "string") return written;
  const [sign] = text.slice(old.start, old.start + 1);
  const isQuoted = old.kind === "scalar" && !old.isPlain && (sign === '"' || sign === "'");
  return isQuoted && /^[A-Za-z$/]/.test(written) ? `${sign}${written}${sign}` : written;
}

/** A key with its value, on one line. */
export function pairText(key: string, value: EditValue): string {
  return `${scalarText(key)}: ${inlineText(value)}`;
}

/** Whether a value takes lines of its own below its key. */
export function isTall(value: EditValue): boolean {
  return isMap(value) ? value.size > 0 : isList(value) && value.length > 0;
}

/** A key's lines, each with its line end. @param lead the blanks before it */
export function fieldLines(lead: string, [key, value]: readonly [string, EditValue], style: Style) {
  if (!isTall(value)) return `${lead}${pairText(key, value)}${style.lineEnd}`;
  return `${lead}${scalarText(key)}:${style.lineEnd}${tallLines(lead, value, style)}`;
}

/** The lines of a value below its key. @param lead the blanks before the key */
export function tallLines(lead: string, value: EditValue, style: Style): string {
  if (isMap(value)) {
    return [...value].map((field) => fieldLines(lead + style.step, field, style)).join("");
  }
  if (!isList(value)) return "";
  return value.map((item) => itemLine(lead + style.listStep, item, style)).join("");
}

export function itemLine(lead: string, item: EditValue, { lineEnd }: Style): string {
  return `${lead}- ${inlineText(item)}${lineEnd}`;
}

const usualStep = "  ";

/** What the first map and the first list below a key show. */
export function readStyle(text: string, root: YamlNode | undefined, lineEnd: string): Style {
  const maps = root?.kind === "map" ? mapsIn(root) : [];
  const step = maps.map((map) => stepOf(text, map, "map")).find((found) => found !== undefined);
  const listStep = maps
    .map((map) => stepOf(text, map, "list"))
    .find((found) => found !== undefined);
  return { lineEnd, step: step ?? usualStep, listStep: listStep ?? step ?? usualStep };
}

function mapsIn(map: YamlMap): readonly YamlMap[] {
  if (map.isFlow) return [];
  return [map, ...map.fields.flatMap(({ value }) => (value.kind === "map" ? mapsIn(value) : []))];
}

function stepOf(text: string, { fields }: YamlMap, kind: "map" | "list"): string | undefined {
  const found = fields.find(({ value }) => value.kind === kind && !value.isFlow);
  if (!found) return undefined;
  const width =
    leadingSpaceOf(text, found.value.start).length - leadingSpaceOf(text, found.key.start).length;
  return width >= 0 ? " ".repeat(width) : undefined;
}
