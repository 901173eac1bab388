import * as v from "valibot";
import { MisshapenAnswer } from "./forge-errors.ts";

/** What an answer's body has to look like, and what is made of it. */
export type Shape<T> = v.GenericSchema<unknown, T>;

/**
 * Reads a body by its shape. What is wrong is said by the field's name, never with any of its value.
 * @param request what errors call the request: `GET /repos/acme/control`
 * @throws MisshapenAnswer
 */
export function readShape<T>(shape: Shape<T>, body: unknown, request: string): T {
  const reading = v.safeParse(shape, body);
  if (reading.success) return reading.output;
  const [issue] = reading.issues;
  throw new MisshapenAnswer({ request, because: explain(issue) });
}

function explain(issue: v.BaseIssue<unknown>): string {
  const field = v.getDotPath(issue);
  const name = field === null ? "the answer" : `"${field}"`;
  if (issue.input === undefined) return `${name} is missing`;
  return `${name} should be ${(issue.expected ?? "something else").replaceAll('"', "")}`;
}

/** A whole number, as ids and counts are. */
export const wholeNumber = v.pipe(v.number(), v.safeInteger());

/** A list that an object holds under this name. */
export function listUnder<T>(name: string, entry: Shape<T>): Shape<T[]> {
  return v.pipe(
    v.object({ [name]: v.array(entry) }),
    v.transform((found) => found[name] ?? []),
  );
}

/** Words by name: permissions. Absent where there are none. */
export const wordsByName = v.optional(v.record(v.string(), v.string()), {});
