/** What time it is, and letting it pass. */
export interface Clock {
  readonly now: () => Date;
  /** Ends with the signal's own reason when that comes first. */
  readonly pause: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}
