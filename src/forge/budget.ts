/** What a credential has of one kind of requests. */
export interface Budget {
  readonly limit: number;
  readonly remaining: number;
  /** When it is whole again: seconds since 1970. */
  readonly reset: number;
}
