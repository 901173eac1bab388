/** The fields of a value that came from elsewhere. */
export type Fields = Readonly<Record<string, unknown>>;

/** Reads a JSON text whose value is an object; undefined for any other text. A byte order mark in front is no fault. */
export function parseObject(text: string): Fields | undefined {
  try {
    return toFields(JSON.parse(text.replace(/^\ufeff/, "")));
  } catch {
    return undefined;
  }
}

/** A value's fields, where it is an object with names. */
export function toFields(value: unknown): Fields | undefined {
  return isFields(value) ? value : undefined;
}

/** A count or a moment in seconds: a number that no computer reads in two ways, and not below zero. */
export function toWhole(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** Seconds since 1970 as a date; undefined for what is none, however large. */
export function toMoment(seconds: number): Date | undefined {
  const moment = new Date(seconds * 1000);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
