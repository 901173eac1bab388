import { invalid, Refusal } from "./reply.ts";
import { nestingOf } from "./nesting.ts";
import { isRecord } from "../is-record.ts";
import type { Request } from "./call.ts";

const deepestBody = 100;

export type Fields = Record<string, unknown>;

/** Parses the JSON body. An empty body is an empty object. */
export function readBody(request: Request): Fields {
  if (request.body.trim() === "") return {};
  if (nestingOf(request.body) > deepestBody) throw new Refusal(400, "Problems parsing JSON");
  let value: unknown;
  try {
    value = JSON.parse(request.body);
  } catch {
    throw new Refusal(400, "Problems parsing JSON");
  }
  if (!isRecord(value)) throw new Refusal(400, "Body should be a JSON object");
  return value;
}

export function readForm(request: Request): URLSearchParams {
  return new URLSearchParams(request.body);
}

export function readText(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value === "string") return value;
  const problem =
    value === undefined
      ? `"${name}" wasn't supplied.`
      : `For 'properties/${name}', ${JSON.stringify(value)} is not a string.`;
  throw new Refusal(422, `Invalid request.\n\n${problem}`);
}

export function readOptionalText(fields: Fields, name: string): string | undefined {
  return fields[name] === undefined || fields[name] === null ? undefined : readText(fields, name);
}

export function readOptionalFlag(fields: Fields, name: string): boolean | undefined {
  const value = fields[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "boolean") throw invalid(`"${name}" is not a boolean.`, name);
  return value;
}

/** Reads a field that accepts only certain words. Returns undefined if the field is missing. */
export function readOptionalWord<W extends string>(
  fields: Fields,
  name: string,
  words: readonly W[],
): W | undefined {
  const value = readOptionalText(fields, name);
  const word = words.find((each) => each === value);
  if (value !== undefined && !word) throw invalid(`"${name}" is not one of ${words.join()}.`, name);
  return word;
}

/**
 * Returns the strings in a list; an empty list if the value is not a list. Ignores other entries.
 */
export function readWords(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.filter((each): each is string => typeof each === "string");
}
