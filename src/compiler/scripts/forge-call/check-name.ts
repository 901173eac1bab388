import { Problem } from "./problem.ts";

/** Validates a name, so that it is safe in a URL, a sentence and a logging command. */
export function checkName(option: string, value: string | undefined): string {
  if (value === undefined) throw new Problem(`${option} is missing.`);
  if (/^[\w-][\w.-]*$/.test(value)) return value;
  throw new Problem(`The value of ${option} is invalid: use letters, digits, "-", "_" and ".".`);
}
