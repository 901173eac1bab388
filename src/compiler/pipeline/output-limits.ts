import { handlers } from "../../credentials/apps/handlers.ts";
import type { SafeOutput } from "../definition/agent-definition.ts";

/**
 * Returns the limits of each handler and the allowed workers as command arguments. Without safe
 * outputs, each limit is 0.
 */
export function outputLimits(outputs: readonly SafeOutput[]): readonly string[] {
  if (outputs.length === 0) return handlers.map((handler) => `--max ${handler}=0`);
  return outputs.flatMap(({ handler, max, workers = [] }) => [
    `--max ${handler}=${max}`,
    ...workers.map((worker) => `--worker ${worker}`),
  ]);
}
