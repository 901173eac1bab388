/** A credential's capacity for one kind of request. */
export interface Budget {
  readonly limit: number;
  readonly remaining: number;
  /** Time of the reset, in seconds since 1970. */
  readonly reset: number;
}
