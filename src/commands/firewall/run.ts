import { ownCommandLine } from "../../shared/own-command.ts";
import { defineCommand, type OptionValue } from "../../cli/command.ts";
import { resolve } from "node:path";
import { UserError, exitCode } from "../../shared/errors.ts";
import { ourEnvironment } from "../../shared/child-environment.ts";
import { rulesFileName } from "../../firewall/config/rules-file-name.ts";
import { config, ruleOptions } from "./rule-options.ts";
import { deservesWord } from "../../firewall/firewall-run.ts";
import type { SessionNews } from "../../firewall/firewall-run.ts";

interface RunOptions extends Readonly<Record<string, OptionValue | undefined>> {
  readonly config?: readonly string[];
  readonly json?: boolean;
}

const examples = `
Examples:
  $ gatehouse firewall --allow-domains example.com -- curl https://example.com
  $ gatehouse firewall --allow-domains github.com,registry.npmjs.org -- npm test
  $ gatehouse firewall --ssl-bump --allow-urls 'https://example.com/*' -- agent
  $ gatehouse firewall --config rules.yml --env-all --exclude-env TOKEN -- agent

Everything behind -- is the command; it ends with the command's own code.
124 its time was over · 125 the firewall failed, or an option is wrong
126 the command may not be run · 127 there is none · 129, 130, 131, 143 stopped
--json writes a report as the last line of standard error; standard output is
the command's.`;

const usage = "[options] -- <command> [args...]";

/** An option or a rule is wrong, or the command is missing: nothing was started. */
class FirewallUsage extends UserError {
  readonly exitCode = exitCode.firewallFailed;
}

export const run = defineCommand({
  description: "run a command behind the proxy; the verb may be left out",
  usage,
  arguments: { command: { summary: "what to run, behind --", isVariadic: true } },
  options: {
    ...ruleOptions(),
    config,
    json: { summary: "write a report as one line of JSON to standard error, at the end" },
  },
  notes: examples,
  refuse: (message) =>
    new FirewallUsage(message, [
      { say: `Usage: gatehouse firewall run ${usage}` },
      { say: "See all options", command: ownCommandLine("firewall", "run", "--help") },
    ]),
  async run(options: RunOptions, { command }) {
    try {
      await start(command, options);
    } catch (error) {
      const { printError } = await import("../../cli/print-error.ts");
      printError(error);
      process.exitCode = exitCode.firewallFailed;
    }
  },
});

async function start(words: readonly string[], options: RunOptions): Promise<void> {
  requireSeparator(words);
  const { prepareRun, runFirewall } = await import("../../firewall/run-firewall.ts");
  const prepared = prepareRun();
  const { loadSettings } = await import("../../firewall/load-settings.ts");
  const { settings, policy, problems } = await loadSettings(options);
  if (!policy || problems.length > 0) {
    const { printProblems } = await import("../outcomes/print-run.ts");
    printProblems({ settings, problems });
    process.exitCode = exitCode.firewallFailed;
    return;
  }
  const tell = async (news: SessionNews) => {
    const { printStart } = await import("../outcomes/print-run.ts");
    printStart(news, { level: settings.logLevel });
  };
  const run = {
    settings,
    policy,
    command: words,
    env: ourEnvironment(),
    folder: process.cwd(),
    // The usual one as well: a run without it must not write the rules of one with it.
    kept: [...(options.config ?? []), rulesFileName].map((path) => resolve(path)),
    now: new Date(),
    hear: (news: SessionNews) => (deservesWord(news) ? tell(news) : undefined),
  };
  const result = await runFirewall(run, prepared);
  process.exitCode = result.code;
  const { because, denied, lost } = result;
  if (because === undefined && denied === 0 && lost === undefined && !options.json) return;
  const { printResult } = await import("../outcomes/print-run.ts");
  printResult(result, { json: options.json === true, level: settings.logLevel });
}

/** Without it, options of the command would be taken for ours. */
function requireSeparator(words: readonly string[]): void {
  const separator = process.argv.indexOf("--");
  // A word before it would be a part of the command, and hard to see.
  if (separator > 0 && process.argv.length - separator - 1 === words.length) return;
  throw new FirewallUsage("The command has to stand behind --, all of it.", [
    {
      say: "For example",
      command: ownCommandLine("firewall", "--allow-domains", "example.com", "--", "npm", "test"),
    },
    { say: "See the verbs of the firewall", command: ownCommandLine("firewall", "--help") },
  ]);
}
