import type { Exchange, Share } from "./budget/pool.ts";
import type { ReadRulesFile } from "./config-file.ts";

/** A request of the proxy's process for a token. */
export interface MintMessage {
  readonly kind: "mint";
  /** Number of the request, which the response repeats. */
  readonly id: number;
  /** See `keyOfSource`. */
  readonly key: string;
}

/** A request of the proxy's process for shares of the budget in the control repository. */
export interface ExchangeMessage {
  readonly kind: "exchange";
  readonly id: number;
  readonly requests: readonly Exchange[];
}

/** Reports that the proxy's process now handles signals in messages. */
export interface SupervisingMessage {
  readonly kind: "supervising";
}

/** A signal that the process that mints received. */
export interface SignalMessage {
  readonly kind: "signal";
  readonly name: NodeJS.Signals;
}

/** The response of the process that mints. */
export type MintReply =
  | { readonly kind: "minted"; readonly id: number; readonly token: string }
  | { readonly kind: "exchanged"; readonly id: number; readonly shares: readonly Share[] }
  | { readonly kind: "failed"; readonly id: number; readonly reason: string };

/**
 * Variable that tells the proxy's process that its parent mints tokens. Its value is the SHA-256 of
 * the rules files that the parent has read, separated by commas.
 */
export const minterVariable = "GATEHOUSE_MINTER";

/** Returns a text that identifies the content of all rules files. */
export function identifyRules(files: readonly Pick<ReadRulesFile, "sha256">[]): string {
  return files.map(({ sha256 }) => sha256).join();
}
