import { resolve } from "node:path";
import type { Command, CommanderError } from "commander";
import { UserError, exitCode } from "../shared/errors.ts";
import { ourEnvironment } from "../shared/child-environment.ts";
import { rulesFileName } from "../firewall/config/rules-file-name.ts";
import { addOptions } from "./firewall/add-options.ts";

interface RunOptions extends Readonly<Record<string, unknown>> {
  readonly config?: readonly string[];
  readonly json?: boolean;
}

const examples = `
Examples:
  $ gatehouse firewall --allow-domains example.com -- curl https://example.com
  $ gatehouse firewall --allow-domains github.com,registry.npmjs.org -- npm test
  $ gatehouse firewall --ssl-bump --allow-urls 'https://api.github.com/repos/acme/*' -- agent
  $ gatehouse firewall --config rules.yml --env-all --exclude-env TOKEN -- agent

Everything behind -- is the command; it ends with the command's own code.
124 its time was over · 125 the firewall could not run it, or an option is wrong
126 the command may not be run · 127 there is none · 129, 130, 143 stopped
--json writes a report as the last line of standard error; standard output is
the command's.`;

/** An option or a rule is wrong, or the command is missing: nothing was started. */
class FirewallUsage extends UserError {
  readonly exitCode = exitCode.firewallFailed;
}

export function define(command: Command): void {
  addOptions(command)
    .argument("<command...>", "what to run, behind --")
    .option("--json", "write a report as one line of JSON to standard error, at the end")
    .usage("[options] -- <command> [args...]")
    .exitOverride(refuseUsage)
    .addHelpText("after", examples)
    .action(run);
}

function refuseUsage(error: CommanderError): never {
  // Help and version have printed themselves.
  if (error.exitCode === 0) throw error;
  throw new FirewallUsage(error.message.replace(/^error: /, ""), [
    { say: "See all options", command: "gatehouse firewall run --help" },
  ]);
}

async function run(words: readonly string[], options: RunOptions): Promise<void> {
  try {
    await start(words, options);
  } catch (error) {
    const { printError } = await import("../print-error.ts");
    printError(error);
    process.exitCode = exitCode.firewallFailed;
  }
}

async function start(words: readonly string[], options: RunOptions): Promise<void> {
  requireSeparator();
  const { loadSettings } = await import("../firewall/load-settings.ts");
  const { settings, policy, problems } = await loadSettings(options);
  if (!policy || problems.length > 0) {
    const { printProblems } = await import("./outcomes/print-run.ts");
    printProblems({ settings, problems });
    process.exitCode = exitCode.firewallFailed;
    return;
  }
  const { runFirewall } = await import("../firewall/run-firewall.ts");
  const result = await runFirewall({
    settings,
    policy,
    command: words,
    env: ourEnvironment(),
    folder: process.cwd(),
    // The usual one as well: a run without it must not write the rules of one with it.
    kept: [...(options.config ?? []), rulesFileName].map((path) => resolve(path)),
    now: new Date(),
    hear: () => undefined,
  });
  process.exitCode = result.code;
  if (result.because === undefined && result.denied === 0 && !options.json) return;
  const { printResult } = await import("./outcomes/print-run.ts");
  printResult(result, { json: options.json === true, level: settings.logLevel });
}

/** Without it, options of the command would be taken for ours. */
function requireSeparator(): void {
  if (process.argv.includes("--")) return;
  throw new FirewallUsage("The command has to stand behind --.", [
    { say: "For example", command: "gatehouse firewall --allow-domains example.com -- npm test" },
  ]);
}
