import { ownCommandLine } from "../../shared/own-command.ts";
import { defineCommand } from "../../cli/command.ts";
import { answers, brand, host, outcomeJson, plain } from "../../cli/options.ts";
import { InvalidInput } from "../../shared/errors.ts";
import { requireHost } from "../check-options.ts";
import { rulesFileName } from "../../firewall/config/rules-file-name.ts";

const examples = `
Examples:
  $ gatehouse firewall setup
  $ gatehouse firewall setup --config rules.yml
  $ gatehouse firewall setup --config rules.yml --answers answers.json --json

Stop it whenever you like and run it again: it goes on from there. A rules file
that is there already is where each question begins.`;

export const setup = defineCommand({
  options: {
    config: {
      value: "file",
      summary: "the rules file to write, YAML",
      default: rulesFileName,
    },
    host,
    brand,
    plain,
    answers,
    askAgain: { summary: "forget the answers of an earlier run" },
    json: outcomeJson,
  },
  notes: examples,
  async run(options) {
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
  },
});
