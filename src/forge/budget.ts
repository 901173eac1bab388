/** A credential's rate limit for one kind of request. */
export interface Budget {
  readonly limit: number;
  readonly remaining: number;
  /** Time of the reset, in Unix seconds. */
  readonly reset: number;
}
