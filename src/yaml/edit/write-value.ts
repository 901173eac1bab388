import { scalarText } from "../scalar-text.ts";
import type { YamlMap, YamlNode } from "../yaml-node.ts";
import { isList, isMap, type EditValue } from "./edit-value.ts";
import { leadingSpaceOf } from "./source-lines.ts";

/** The formatting style of a file, detected from its content. */
export interface Style {
  readonly lineEnd: string;
  /** Indentation of a map relative to its key. */
  readonly step: string;
  /** Indentation of a list's dashes relative to their key. */
  readonly listStep: string;
}

/** A URL or path, possibly with wildcards, which is usually written without quotes. */
const address = /^(?:https:\/\/[\w.*-]+(?::\d+)?|\.{0,2})\/[\w./*~%=&?@+-]*$/;

/** Formats a value on one line. */
export function inlineText(value: EditValue): string {
  if (typeof value === "string") return address.test(value) ? value : scalarText(value);
  if (isList(value)) return `[${value.map(inlineText).join(", ")}]`;
  if (!isMap(value)) return String(value);
  return `{${[...value].map(([key, each]) => pairText(key, each)).join(", ")}}`;
}

/**
 * Formats a value on one line. A string keeps the quotation marks of the string that it replaces.
 */
export function keepQuotes(text: string, old: YamlNode, value: EditValue): string {
  const written = inlineText(value);
  if (typeof value !== "string") return written;
  const [sign] = text.slice(old.start, old.start + 1);
  const isQuoted = old.kind === "scalar" && !old.isPlain && (sign === '"' || sign === "'");
  return isQuoted && /^[A-Za-z$/]/.test(written) ? `${sign}${written}${sign}` : written;
}

/** Formats a key and its value on one line. */
export function pairText(key: string, value: EditValue): string {
  return `${scalarText(key)}: ${inlineText(value)}`;
}

/** Returns whether a value needs separate lines below its key. */
export function isTall(value: EditValue): boolean {
  return isMap(value) ? value.size > 0 : isList(value) && value.length > 0;
}

/**
 * Formats a key and its value as lines, each with its line break.
 * @param prefix the indentation before the key
 */
export function fieldLines(
  prefix: string,
  [key, value]: readonly [string, EditValue],
  style: Style,
) {
  if (!isTall(value)) return `${prefix}${pairText(key, value)}${style.lineEnd}`;
  return `${prefix}${scalarText(key)}:${style.lineEnd}${tallLines(prefix, value, style)}`;
}

/**
 * Formats a value as lines below its key.
 * @param prefix the indentation before the key
 */
export function tallLines(prefix: string, value: EditValue, style: Style): string {
  if (isMap(value)) {
    return [...value].map((field) => fieldLines(prefix + style.step, field, style)).join("");
  }
  if (!isList(value)) return "";
  return value.map((item) => itemLine(prefix + style.listStep, item, style)).join("");
}

export function itemLine(prefix: string, item: EditValue, { lineEnd }: Style): string {
  return `${prefix}- ${inlineText(item)}${lineEnd}`;
}

const usualStep = "  ";

/** Detects the style from the first map and the first list below a key. */
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
