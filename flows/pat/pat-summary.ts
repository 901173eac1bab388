import type { FlowContext } from "../../src/prompts/flow-context.ts";

/** The row of the list of what is done. */
export const patRow = "PAT";

/** A stored PAT, as a setup ends with it. */
export interface PatSummary {
  readonly environment: string;
  /** ISO 8601 */
  readonly expiresAt: string;
  readonly rotationOwner: string;
  /** `unknown`: where it is stored, nobody here has seen it work. */
  readonly state: "proved" | "unknown";
}

/** Says where it is, when it ends, and who sees to that. */
export function markPat(
  { mark }: Pick<FlowContext, "mark">,
  { environment, expiresAt, rotationOwner, state }: PatSummary,
): void {
  const place = `stored in ${environment}${state === "unknown" ? ", and not tried" : ""}`;
  const summary = `${place} · expires ${expiresAt.slice(0, 10)} · ${rotationOwner} replaces it`;
  mark({ name: patRow, state: state === "proved" ? "done" : "unknown", summary });
}
