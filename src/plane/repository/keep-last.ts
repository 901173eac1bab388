/** Something that is read, and whose last reading is enough for some. */
export interface LastReading<T> {
  /** Reads it now. */
  readonly anew: () => Promise<T>;
  /** As it was read last, just before; reads it where nobody has. */
  readonly last: () => Promise<T>;
  /** It may have changed. */
  readonly forget: () => void;
}

const freshMilliseconds = 60_000;

/** Whether what was read then still counts: to who goes on at once, not to who has answered questions since. */
export function isFresh(readAt: Date, now: Date): boolean {
  return Math.abs(now.getTime() - readAt.getTime()) < freshMilliseconds;
}

/** Keeps the last reading. One that failed is none. */
export function keepLast<T>(read: () => Promise<T>, now: () => Date): LastReading<T> {
  let held: { readonly reading: Promise<T>; readonly at: Date } | undefined;
  const anew = () => {
    const mine = { reading: read(), at: now() };
    held = mine;
    mine.reading.catch(() => {
      if (held === mine) held = undefined;
    });
    return mine.reading;
  };
  return {
    anew,
    last: () => (held && isFresh(held.at, now()) ? held.reading : anew()),
    forget: () => (held = undefined),
  };
}
