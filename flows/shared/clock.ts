export interface Clock {
  readonly now: () => Date;
  /**
   * Waits for this many milliseconds. Rejects with the signal's reason if the signal is aborted
   * first.
   */
  readonly pause: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}
