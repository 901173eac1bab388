import { Command } from "commander";
import { routeFirewall } from "./route-firewall.ts";
import { exitCode } from "./shared/errors.ts";
import { printHelp } from "./print-help.ts";
import { runGuarded } from "./run-guarded.ts";

/** `gatehouse firewall [run]` without the other commands. */
async function runAlone(argv: readonly string[]): Promise<void> {
  const { define } = await import("./commands/firewall-run.ts");
  const program = new Command("gatehouse")
    .exitOverride()
    .configureOutput({ outputError: () => undefined, writeOut: printHelp });
  const run = program.enablePositionalOptions().command("firewall").command("run");
  define(run);
  await program.parseAsync(routeFirewall(argv), { from: "user" });
}

void runGuarded(() => runAlone(process.argv.slice(2)), {
  crashed: exitCode.firewallFailed,
});
