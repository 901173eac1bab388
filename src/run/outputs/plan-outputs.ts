import type { Handler } from "../../credentials/apps/handlers.ts";
import type { OutputLimits } from "./output-limits.ts";
import { handlerOf, type ProposedLine } from "./proposal.ts";

/** A proposal, and whether it can be applied. */
export interface PlannedOutput extends ProposedLine {
  readonly handler: Handler;
  /** The reason for skipping the proposal; undefined if the proposal is within the limit. */
  readonly left: string | undefined;
}

/**
 * Selects the first proposals of each handler, up to its limit.
 * @param limits undefined if none were given; in that case, no proposal is skipped
 */
export function planOutputs(
  lines: readonly ProposedLine[],
  limits: OutputLimits | undefined,
): readonly PlannedOutput[] {
  const counts = new Map<Handler, number>();
  return lines.map((line) => {
    const handler = handlerOf(line);
    const number = (counts.get(handler) ?? 0) + 1;
    counts.set(handler, number);
    return { ...line, handler, left: limits && explainLeft(handler, number, limits) };
  });
}

function explainLeft(handler: Handler, number: number, limits: OutputLimits): string | undefined {
  const limit = limits.get(handler);
  if (limit === undefined) return `${handler} proposals are not allowed in this run`;
  return number > limit ? `exceeds the limit of ${limit} for ${handler}` : undefined;
}
