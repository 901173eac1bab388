import { Problem } from "./problem.ts";

/** A name that stays what it is in an address, a sentence and a logging command. */
export function checkName(option: string, value: string | undefined): string {
  if (value === undefined) throw new Problem(`${option} is missing.`);
  if (/^[\w-][\w.-]*$/.test(value)) return value;
  throw new Problem(
    `The value of ${option} is no name: letters, digits, "-", "_" and "." make one.`,
  );
}
