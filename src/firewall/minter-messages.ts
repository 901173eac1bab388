/** A request of the proxy's process for a token. */
export interface MintMessage {
  readonly kind: "mint";
  /** Number of the request, which the response repeats. */
  readonly id: number;
  /** See `keyOfSource`. */
  readonly key: string;
}

/** The response of the process that mints. */
export type MintReply =
  | { readonly kind: "minted"; readonly id: number; readonly token: string }
  | { readonly kind: "failed"; readonly id: number; readonly reason: string };

/** Variable that tells the proxy's process that its parent mints tokens. */
export const minterVariable = "GATEHOUSE_MINTER";
