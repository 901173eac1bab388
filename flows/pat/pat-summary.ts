import type { FlowContext } from "../../src/prompts/flow-context.ts";

/** Name of the PAT's row in the progress log. */
export const patRow = "PAT";

/** A stored PAT, as reported in the setup result. */
export interface PatSummary {
  readonly environment: string;
  /** Expiration time (ISO 8601). */
  readonly expiresAt: string;
  readonly rotationOwner: string;
  /** `unknown`: the token was not verified in the environment that stores it. */
  readonly state: "proved" | "unknown";
}

/** Reports where the PAT is stored, when it expires, and who replaces it. */
export function markPat(
  { mark }: Pick<FlowContext, "mark">,
  { environment, expiresAt, rotationOwner, state }: PatSummary,
): void {
  const location = `stored in ${environment}${state === "unknown" ? ", not verified" : ""}`;
  const summary = `${location} · expires ${expiresAt.slice(0, 10)} · ${rotationOwner} replaces it`;
  mark({ name: patRow, state: state === "proved" ? "done" : "unknown", summary });
}
