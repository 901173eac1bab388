import type { Handler } from "../../credentials/apps/handlers.ts";
import type { OutputLimits } from "./output-limits.ts";
import { handlerOf, type ProposedLine } from "./proposal.ts";

/** A proposal, and whether it is among those that may be carried out. */
export interface PlannedOutput extends ProposedLine {
  readonly handler: Handler;
  /** Why it is left; undefined where it is within the limit. */
  readonly left: string | undefined;
}

/**
 * The first ones of each handler are within its limit.
 * @param limits undefined where nobody told any: then nothing is left
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
  if (limit === undefined) return `${handler} is not carried out here`;
  return number > limit ? `at most ${limit} of ${handler} may be carried out` : undefined;
}
