/** Fields of an object from an external source, such as a response. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * Parses a JSON text whose value is an object; returns undefined for any other text. A leading byte
 * order mark is allowed.
 */
export function parseObject(text: string): Fields | undefined {
  try {
    return toFields(JSON.parse(text.replace(/^\ufeff/, "")));
  } catch {
    return undefined;
  }
}

/** Returns the fields of an object; undefined for any other value, such as a list. */
export function toFields(value: unknown): Fields | undefined {
  return isFields(value) ? value : undefined;
}

/**
 * Returns a count or a time in seconds as a non-negative safe integer; undefined for any other
 * value.
 */
export function toInteger(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** Converts a Unix time in seconds to a date; returns undefined if the date is invalid. */
export function toMoment(seconds: number): Date | undefined {
  const moment = new Date(seconds * 1000);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
