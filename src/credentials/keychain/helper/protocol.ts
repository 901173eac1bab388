import { Secret } from "../../../shared/secret.ts";

/*
 * Protocol between gatehouse and the helper process. gatehouse sends one JSON line to standard
 * input, and the helper replies with one line. Both sides import this file. Neither side assumes
 * that the other is still running.
 */

/** One keychain call. The helper runs the calls in order and stops at the first that fails. */
export type Step<Value = string> =
  | { readonly do: "set"; readonly account: string; readonly value: Value }
  | { readonly do: "get"; readonly account: string }
  | { readonly do: "delete"; readonly account: string };

export interface Request {
  readonly service: string;
  readonly steps: readonly Step[];
  /** Seconds after which the helper kills itself, in case its parent process was killed. */
  readonly limitSeconds: number;
}

/**
 * Result of a call. For `get`, the value, or undefined if the entry does not exist. For `delete`,
 * whether the entry existed.
 */
export type Outcome = Secret | boolean | undefined;

export type HelperReply =
  | { readonly done: readonly Outcome[] }
  /** Error message from the keychain, or from loading its library. */
  | { readonly refused: string };

/** Parses the helper's line; returns undefined if it is not a valid reply. */
export function parseReply(line: string): HelperReply | undefined {
  const reply = parseObject(line);
  if (typeof reply?.refused === "string") return { refused: reply.refused };
  if (!Array.isArray(reply?.done)) return undefined;
  const done = reply.done.map((value: unknown): Outcome => {
    if (typeof value === "boolean") return value;
    return typeof value === "string" ? new Secret(value) : undefined;
  });
  return { done };
}

function parseObject(line: string): { done?: unknown; refused?: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
