import type { StatusLine } from "./route-status.ts";
import { runGuarded } from "./run-guarded.ts";

/** `gatehouse status` without the other commands, and without what reads their options. */
export async function statusAlone(asked: StatusLine): Promise<void> {
  const loading = import("./commands/run-status.ts");
  await runGuarded(async () => (await loading).runStatus(asked));
}
