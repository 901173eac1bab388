import { handlers } from "../../credentials/apps/handlers.ts";
import type { SafeOutput } from "../definition/agent-definition.ts";

/** How many of each handler are carried out at most, and which workers, as words of a command; where none is allowed, none of any. */
export function outputLimits(outputs: readonly SafeOutput[]): readonly string[] {
  if (outputs.length === 0) return handlers.map((handler) => `--max ${handler}=0`);
  return outputs.flatMap(({ handler, max, workers = [] }) => [
    `--max ${handler}=${max}`,
    ...workers.map((worker) => `--worker ${worker}`),
  ]);
}
