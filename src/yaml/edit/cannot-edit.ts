/** What stands where an edit is wanted is not changed without a guess. */
export class CannotEdit extends Error {
  /** Of the YAML alone. */
  readonly offset: number;

  /** @param because what is so there: `is an alias` */
  constructor(offset: number, because: string) {
    super(because);
    this.offset = offset;
  }
}
