import { fault, type Fault } from "../rules/fault.ts";

/** A variable of the command's environment. */
export interface Variable {
  readonly name: string;
  readonly value: string;
}

/** Reads `NAME=VALUE`. What is wrong never repeats the value: it may be a secret. */
export function parseVariable(text: string): Variable | Fault {
  const end = text.indexOf("=");
  if (end < 0) return fault("is not NAME=VALUE");
  const name = parseVariableName(text.slice(0, end));
  if (typeof name !== "string") return name;
  const value = text.slice(end + 1);
  return value.includes("\0") ? fault("has a NUL in its value") : { name, value };
}

/** The name of a variable, as shells have them. */
export function parseVariableName(text: string): string | Fault {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(text)
    ? text
    : fault("has a name that no variable has: letters, digits and _, no digit first");
}
