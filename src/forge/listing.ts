/** A list that GitHub returns in pages. */
export interface Listing<T> {
  readonly entries: readonly T[];
  /** Reason why the list may be incomplete; undefined if it is complete. */
  readonly cutShort: string | undefined;
}
