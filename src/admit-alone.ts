import { routeAdmit } from "./route-admit.ts";
import { runGuarded } from "./run-guarded.ts";
import { exitCode } from "./shared/errors.ts";

/** `gatehouse admit` without the other commands, and without what reads their options. */
async function admitAlone(): Promise<void> {
  const { runAdmit } = await import("./commands/run-admit.ts");
  await runAdmit(routeAdmit(process.argv.slice(2)) ?? {});
}

void runGuarded(admitAlone, {
  crashed: exitCode.denied,
  missed: exitCode.denied,
});
