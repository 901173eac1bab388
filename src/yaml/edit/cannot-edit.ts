/** Thrown if existing YAML cannot be edited without guessing. */
export class CannotEdit extends Error {
  /** Offset in the YAML, not in the file. */
  readonly offset: number;

  /** @param reason the reason as a predicate: `is an alias` */
  constructor(offset: number, reason: string) {
    super(reason);
    this.offset = offset;
  }
}
