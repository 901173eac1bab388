import { runCommand } from "./cli/run-command.ts";
import { runGuarded } from "./cli/run-guarded.ts";
import { exitCode } from "./shared/errors.ts";

async function start([, ...line]: readonly string[]): Promise<void> {
  const { run } = await import("./commands/firewall/run.ts");
  const words = line[0] === "run" ? line.slice(1) : line;
  await runCommand(run, { path: ["firewall", "run"], words });
}

// No compiled code is cached, because the command behind the firewall must not have access to the
// cache directory.
void runGuarded(() => start(process.argv.slice(2)), {
  crashed: exitCode.firewallFailed,
  missed: exitCode.firewallFailed,
});
