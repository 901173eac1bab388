/** A stored PAT, as a setup ends with it. */
export interface PatSummary {
  readonly environment: string;
  /** ISO 8601 */
  readonly expiresAt: string;
  readonly rotationOwner: string;
}

/** Where it is, when it ends, and who sees to that, in one line. */
export function describePat({ environment, expiresAt, rotationOwner }: PatSummary): string {
  return `stored in ${environment} · expires ${expiresAt.slice(0, 10)} · ${rotationOwner} replaces it`;
}
