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

You can stop at any time and resume with the same command. An existing rules
file provides the default answers.`;

export const setup = defineCommand({
  options: {
    config: {
      value: "file",
      summary: "path of the YAML rules file to write",
      default: rulesFileName,
    },
    host,
    brand,
    plain,
    answers,
    askAgain: { summary: "ignore the answers from an earlier run" },
    json: outcomeJson,
  },
  notes: examples,
  async run(options) {
    requireHost(options);
    const { config } = options;
    // Comments record who consented to interception, and JSON does not support comments.
    if (/\.json$/i.test(config)) {
      throw new InvalidInput(
        `${config} is a JSON file, but "firewall setup" writes rules only as YAML.`,
        [
          {
            text: "Use a name that ends in .yml",
            command: ownCommandLine("firewall", "setup", "--config", "rules.yml"),
          },
        ],
      );
    }
    const { openPrompter } = await import("../open-prompter.ts");
    const header = { title: "set up", subject: `the firewall, ${config}`, outline: [] };
    const opened = await openPrompter({ ...options, open: false }, header);
    try {
      // Loaded only now, so that the screen appears first.
      const { runSetup } = await import("./run-setup.ts");
      await runSetup(options, opened);
    } finally {
      await opened.prompter.close();
    }
  },
});
