/** A list that the forge hands out in pages. */
export interface Listing<T> {
  readonly entries: readonly T[];
  /** Why there may be more than these; undefined when these are all. */
  readonly cutShort: string | undefined;
}
