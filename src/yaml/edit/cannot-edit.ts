/** The existing YAML cannot be edited without a guess. */
export class CannotEdit extends Error {
  /** Offset within the YAML, not the file. */
  readonly offset: number;

  /** @param reason the reason as a predicate: `is an alias` */
  constructor(offset: number, reason: string) {
    super(reason);
    this.offset = offset;
  }
}
