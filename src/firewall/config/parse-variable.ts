import { fault, type Fault } from "../rules/fault.ts";

/** An environment variable for the command. */
export interface Variable {
  readonly name: string;
  /** Undefined if the value is copied from the firewall's own environment. */
  readonly value: string | undefined;
}

/**
 * Reads `NAME=VALUE`, or `NAME` for a value from the firewall's own environment. Error messages
 * never repeat the value, because it may be secret.
 */
export function parseVariable(text: string): Variable | Fault {
  const end = text.indexOf("=");
  const name = parseVariableName(end < 0 ? text : text.slice(0, end));
  if (typeof name !== "string") return name;
  if (end < 0) return { name, value: undefined };
  const value = text.slice(end + 1);
  return value.includes("\0") ? fault("has a value with a NUL character") : { name, value };
}

/** Reads the name of a variable. Allows the same names as shells. */
export function parseVariableName(text: string): string | Fault {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(text)
    ? text
    : fault("has an invalid name: use letters, digits and _, and do not begin with a digit");
}
