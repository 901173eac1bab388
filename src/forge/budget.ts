import { toWhole } from "./parse-object.ts";

/** What a credential has of one kind of requests. */
export interface Budget {
  readonly limit: number;
  readonly remaining: number;
  /** When it is whole again: seconds since 1970. */
  readonly reset: number;
}

/** Undefined unless all of it are counts. */
export function toBudget(
  found: Readonly<Partial<Record<keyof Budget, unknown>>>,
): Budget | undefined {
  const limit = toWhole(found.limit);
  const remaining = toWhole(found.remaining);
  const reset = toWhole(found.reset);
  if (limit === undefined || remaining === undefined || reset === undefined) return undefined;
  return { limit, remaining, reset };
}
