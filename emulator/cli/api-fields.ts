import { CliFailure } from "./cli-failure.ts";

export type FieldValue = string | number | boolean | null;
export type Field = readonly [key: string, value: FieldValue];

/** Splits `key=value`. */
export function splitField(text: string): [string, string] {
  const at = text.indexOf("=");
  if (at < 1) throw new CliFailure(`field "${text}" requires a value separated by an '=' sign`);
  return [text.slice(0, at), text.slice(at + 1)];
}

/** Converts a value of `-F`: true, false, null and integers get their JSON types. */
export function readTypedValue(text: string): FieldValue {
  if (text === "true") return true;
  if (text === "false") return false;
  if (text === "null") return null;
  return /^-?\d+$/.test(text) ? Number(text) : text;
}

/**
 * Builds the JSON body: `a=1` sets a property, `a[b]=1` sets a nested property, and `a[]=1` appends
 * to a list.
 */
export function buildBody(fields: readonly Field[]): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [key, value] of fields) {
    const [first = "", ...inner] = key.replaceAll("]", "").split("[");
    body[first] = insert(body[first], inner, value);
  }
  return body;
}

function insert(into: unknown, path: readonly string[], value: FieldValue): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (key === "") return [...(Array.isArray(into) ? into : []), insert(undefined, rest, value)];
  const object = typeof into === "object" && into !== null ? into : {};
  return { ...object, [key]: insert((object as Record<string, unknown>)[key], rest, value) };
}

/** Appends the fields to the query string, for GET. */
export function appendQuery(path: string, fields: readonly Field[]): string {
  if (fields.length === 0) return path;
  const query = new URLSearchParams();
  for (const [key, value] of fields) query.append(key, String(value));
  return `${path}${path.includes("?") ? "&" : "?"}${query.toString()}`;
}
