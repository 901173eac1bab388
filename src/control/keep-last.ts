/** Something that is read, and whose last reading is enough for some. */
export interface LastReading<T> {
  /** Reads it now. */
  readonly anew: () => Promise<T>;
  /** As it was read last; reads it where nobody has. */
  readonly last: () => Promise<T>;
  /** It may have changed. */
  readonly forget: () => void;
}

/** Keeps the last reading. One that failed is none. */
export function keepLast<T>(read: () => Promise<T>): LastReading<T> {
  let held: Promise<T> | undefined;
  const anew = () => {
    const reading = read();
    held = reading;
    reading.catch(() => {
      if (held === reading) held = undefined;
    });
    return reading;
  };
  return { anew, last: () => held ?? anew(), forget: () => (held = undefined) };
}
