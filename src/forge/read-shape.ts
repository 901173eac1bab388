import * as v from "valibot";
import { MisshapenAnswer } from "./forge-errors.ts";

/** Schema that validates and converts the body of a response. */
export type Shape<T> = v.GenericSchema<unknown, T>;

/**
 * Parses a body by its shape. Errors name the field and never contain its value.
 * @param request name of the request in errors: `GET /repos/acme/control`
 * @throws MisshapenAnswer
 */
export function readShape<T>(shape: Shape<T>, body: unknown, request: string): T {
  const reading = v.safeParse(shape, body);
  if (reading.success) return reading.output;
  const [issue] = reading.issues;
  throw new MisshapenAnswer({ request, reason: explain(issue) });
}

function explain(issue: v.BaseIssue<unknown>): string {
  const field = v.getDotPath(issue);
  const name = field === null ? "the response" : `"${field}"`;
  if (issue.input === undefined) return `${name} is missing`;
  return `${name} should be ${(issue.expected ?? "of another type").replaceAll('"', "")}`;
}

/** A whole number, such as an ID or a count. */
export const integer = v.pipe(v.number(), v.safeInteger());

/** Creates the shape of an object whose only relevant field is a list. Parsing returns the list. */
export function listUnder<T>(name: string, entry: Shape<T>): Shape<T[]> {
  return v.pipe(
    v.object({ [name]: v.array(entry) }),
    v.transform((found) => found[name] ?? []),
  );
}

/** An object whose values are all strings, such as permissions. Empty if it is missing. */
export const wordsByName = v.optional(v.record(v.string(), v.string()), {});
