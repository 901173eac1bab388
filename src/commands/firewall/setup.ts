import type { Command } from "commander";
import { InvalidInput } from "../../shared/errors.ts";
import { ownCommandLine } from "../../shared/own-command.ts";
import { requireHost } from "../check-options.ts";
import { rulesFileName } from "../../firewall/config/rules-file-name.ts";

interface SetupOptions {
  readonly config: string;
  readonly host: string;
  readonly brand?: string;
  readonly plain?: boolean;
  readonly answers?: string;
  readonly askAgain?: boolean;
  readonly json?: boolean;
}

const examples = `
Examples:
  $ gatehouse firewall setup
  $ gatehouse firewall setup --config rules.yml
  $ gatehouse firewall setup --config rules.yml --answers answers.json --json

Stop it whenever you like and run it again: it goes on from there. A rules file
that is there already is where each question begins.`;

export function define(command: Command): void {
  command
    .option("--config <file>", "the rules file to write, YAML", rulesFileName)
    .option("--host <host>", 'the forge\'s host, or "emulator"', "github.com")
    .option("--brand <name>", "spelling of the forge: forge or github (default: by the host)")
    .option("--plain", "plain lines instead of screens")
    .option("--answers <file>", "take the answers from a JSON file; ask nobody")
    .option("--ask-again", "forget the answers of an earlier run")
    .option("--json", "print the outcome as one JSON document")
    .addHelpText("after", examples)
    .action(run);
}

async function run(options: SetupOptions): Promise<void> {
  requireHost(options);
  const { config } = options;
  // Who has agreed to interception stands in comments, which JSON does not have.
  if (/\.json$/i.test(config)) {
    throw new InvalidInput(`${config} is JSON; the rules file that is written is YAML.`, [
      {
        say: "Name one that ends in .yml",
        command: ownCommandLine("firewall", "setup", "--config", "rules.yml"),
      },
    ]);
  }
  const { openPrompter } = await import("../open-prompter.ts");
  const header = { title: "set up", subject: `the firewall, ${config}`, outline: [] };
  const opened = await openPrompter({ ...options, open: false }, header);
  try {
    // Loaded now that the screen stands.
    const { runSetup } = await import("./run-setup.ts");
    await runSetup(options, opened);
  } finally {
    await opened.prompter.close();
  }
}
