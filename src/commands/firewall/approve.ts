import { defineCommand } from "../../cli/command.ts";
import { json, plain } from "../../cli/options.ts";

const examples = `
Examples:
  $ gatehouse firewall approve rules.yml
  $ gatehouse firewall approve rules.yml --sha256 DIGITS   without a question

Credentials, budgets and claims in a rules file have no effect until you approve
the file, because a project or a pull request can change it. An approval covers
the current content at this path, and replaces earlier approvals of the path.

Exit codes:
  0  the file is approved
  2  the file is invalid, or --sha256 does not match its content
  5  you did not approve the file`;

export const approve = defineCommand({
  arguments: { file: { summary: "rules file" } },
  options: {
    sha256: { value: "digits", summary: "SHA-256 of the reviewed file; fail if it differs" },
    plain,
    json,
  },
  notes: examples,
  async run(options, { file }) {
    const { runApprove } = await import("./run-approve.ts");
    await runApprove(file, options);
  },
});
