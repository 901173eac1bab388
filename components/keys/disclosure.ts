import type { Key } from "../../src/prompts/read-keys.ts";
import type { Outcome } from "./outcome.ts";

/**
 * Facts that the operator must read. The screen scrolls through them, and offers to continue only
 * at the end.
 */
export interface DisclosureState {
  readonly kind: "disclosure";
  readonly proceed: string;
}

export function startDisclosure(proceed: string): DisclosureState {
  return { kind: "disclosure", proceed };
}

export function pressDisclosure(_state: DisclosureState, key: Key): Outcome<DisclosureState, true> {
  return key.name === "enter" ? { answer: true } : undefined;
}
