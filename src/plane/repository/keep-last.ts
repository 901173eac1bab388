/** A value whose last reading is cached, so that it can be reused while it is recent. */
export interface LastReading<T> {
  /** Reads the current value. */
  readonly fresh: () => Promise<T>;
  /** Returns the last reading if it is recent; otherwise reads the current value. */
  readonly last: () => Promise<T>;
  /** Discards the last reading, because the value may have changed. */
  readonly forget: () => void;
}

const freshMilliseconds = 60_000;

/**
 * Returns whether a reading is recent enough to reuse. A reading can become too old while the
 * operator answers questions.
 */
export function isFresh(readAt: Date, now: Date): boolean {
  return Math.abs(now.getTime() - readAt.getTime()) < freshMilliseconds;
}

/** Caches the last successful reading. */
export function keepLast<T>(read: () => Promise<T>, now: () => Date): LastReading<T> {
  let held: { readonly reading: Promise<T>; readonly at: Date } | undefined;
  const fresh = () => {
    const mine = { reading: read(), at: now() };
    held = mine;
    mine.reading.catch(() => {
      if (held === mine) held = undefined;
    });
    return mine.reading;
  };
  return {
    fresh,
    last: () => (held && isFresh(held.at, now()) ? held.reading : fresh()),
    forget: () => (held = undefined),
  };
}
