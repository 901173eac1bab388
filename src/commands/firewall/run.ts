import { ownCommandLine } from "../../shared/own-command.ts";
import { defineCommand, type OptionValue } from "../../cli/command.ts";
import { resolve } from "node:path";
import { UserError, exitCode } from "../../shared/errors.ts";
import { ourEnvironment } from "../../shared/child-environment.ts";
import { rulesFileName } from "../../firewall/config/rules-file-name.ts";
import { approvedRules, config, ruleOptions } from "./rule-options.ts";
import type { Minter } from "../../firewall/ask-minter.ts";
import type { ReadRulesFile } from "../../firewall/config-file.ts";
import { minterVariable } from "../../firewall/minter-messages.ts";
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
  $ gatehouse firewall --engine claude -- claude -p 'Fix the failing test'
  $ gatehouse firewall --config rules.yml --env-all --exclude-env TOKEN -- agent

The command follows --. With --json, the last line of standard error is a
report; standard output belongs to the command.

Exit codes:
  the command's own code, if it ran
  124                 the command timed out
  125                 the firewall failed, or an option is invalid
  126                 the command cannot be executed
  127                 the command was not found
  129, 130, 131, 143  stopped by a signal`;

const usage = "[options] -- <command> [args...]";

/** An option or rule is invalid, or the command is missing. Nothing was started. */
class FirewallUsage extends UserError {
  readonly exitCode = exitCode.firewallFailed;
}

export const run = defineCommand({
  description: 'run a command behind the proxy; the word "run" can be omitted',
  usage,
  arguments: { command: { summary: "command to run, after --", isVariadic: true } },
  options: {
    ...ruleOptions(),
    config,
    approvedRules,
    json: { summary: "write a final report as one line of JSON to standard error" },
  },
  notes: examples,
  refuse: (message) =>
    new FirewallUsage(message, [
      { text: `Usage: gatehouse firewall run ${usage}` },
      { text: "Show all options", command: ownCommandLine("firewall", "run", "--help") },
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
  const env = ourEnvironment();
  const { settings, policy, problems, unapproved, files: read } = await loadSettings(options, env);
  if (!policy || problems.length > 0) {
    const { printProblems } = await import("../outcomes/print-run.ts");
    printProblems({ settings, problems });
    process.exitCode = exitCode.firewallFailed;
    return;
  }
  // A run ignores claims, so they alone need no approval.
  if (read.some(({ sections }) => sections.some((name) => name !== "claims"))) {
    const { requireCredentials } = await import("../../firewall/require-credentials.ts");
    requireCredentials(settings.credentials, { unapproved, env });
  }
  const sources = settings.credentials.flatMap(({ source }) =>
    source.kind === "app" ? [source] : [],
  );
  const minter = env[minterVariable] === undefined ? undefined : await connect(env, read);
  const { budget: limits } = settings;
  if ((sources.length > 0 || limits?.repository !== undefined) && !minter) {
    const { runMinted } = await import("./run-minted.ts");
    process.exitCode = await runMinted(sources, { files: read, env, budget: limits });
    return;
  }
  const report = async (news: SessionNews) => {
    const { printStart } = await import("../outcomes/print-run.ts");
    printStart(news, { level: settings.logLevel });
  };
  const run = {
    settings,
    policy,
    command: words,
    env,
    folder: process.cwd(),
    // Protects the default rules file even if this run does not use the file. Otherwise, the
    // command could overwrite rules that other runs use.
    kept: [...(options.config ?? []), rulesFileName].map((path) => resolve(path)),
    now: new Date(),
    minter,
    onMessage: (news: SessionNews) => (deservesWord(news) ? report(news) : undefined),
  };
  const result = await runFirewall(run, prepared);
  process.exitCode = result.code;
  const { reason, denied, lost, files, budget } = result;
  const isSilent = reason === undefined && denied === 0 && !lost && !files && !budget;
  if (isSilent && !options.json) return;
  const { printResult } = await import("../outcomes/print-run.ts");
  const { json = false, config } = options;
  const { readRulesFile } = await import("./read-rules-file.ts");
  const file = readRulesFile(config);
  printResult(result, { json, level: settings.logLevel, config: file?.name });
}

/** Connects to the process that mints tokens for these rules. */
async function connect(env: NodeJS.ProcessEnv, files: readonly ReadRulesFile[]): Promise<Minter> {
  const { connectMinter } = await import("../../firewall/ask-minter.ts");
  return connectMinter(env, files);
}

/** Without the separator, the command's options would be parsed as gatehouse options. */
function requireSeparator(words: readonly string[]): void {
  const separator = process.argv.indexOf("--");
  // A word before the separator would silently become part of the command.
  if (separator > 0 && process.argv.length - separator - 1 === words.length) return;
  throw new FirewallUsage("The complete command must follow --.", [
    {
      text: "For example",
      command: ownCommandLine("firewall", "--allow-domains", "example.com", "--", "npm", "test"),
    },
    { text: "List the firewall commands", command: ownCommandLine("firewall", "--help") },
  ]);
}
