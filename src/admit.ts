import { runCommand } from "./cli/run-command.ts";
import { runGuarded } from "./cli/run-guarded.ts";
import { exitCode } from "./shared/errors.ts";

async function start([path = "", ...words]: readonly string[]): Promise<void> {
  const { admit } = await import("./commands/admit.ts");
  await runCommand(admit, { path: [path], words });
}

// Any failure denies the run.
void runGuarded(() => start(process.argv.slice(2)), {
  crashed: exitCode.denied,
  missed: exitCode.denied,
});
