import { Secret } from "../../../shared/secret.ts";

/*
 * What goes between us and the helper process: one JSON line to its standard input, one line back.
 * Both ends import this file; neither end trusts the other to have stayed alive.
 */

/** One call of the keychain. The helper makes them in order and stops at the first that is refused. */
export type Step<Value = string> =
  | { readonly do: "set"; readonly account: string; readonly value: Value }
  | { readonly do: "get"; readonly account: string }
  | { readonly do: "delete"; readonly account: string };

export interface Request {
  readonly service: string;
  readonly steps: readonly Step[];
  /** When the helper ends itself: whoever asked may have been killed and cannot do it. */
  readonly limitSeconds: number;
}

/** What a step brought: of `get` the value or nothing, of `delete` whether it was there. */
export type Outcome = Secret | boolean | undefined;

export type HelperReply =
  | { readonly done: readonly Outcome[] }
  /** The words of the keychain, or of the loader of its library. */
  | { readonly refused: string };

/** Reads the helper's line; `undefined` when it is no reply. */
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
