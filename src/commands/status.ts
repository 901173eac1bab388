import { defineCommand } from "../cli/command.ts";
import { brand, environment, host, json, repo } from "../cli/options.ts";

const examples = `
Examples:
  $ gatehouse status --repo acme/control
  $ gatehouse status --repo acme/control --json | jq .next

Exit codes:
  0  the chosen profile is complete and verified (both Apps if none is chosen)
  5  something is missing or not verified`;

export const status = defineCommand({
  options: { repo, host, brand, environment, json },
  notes: examples,
  async run({ repo, ...options }) {
    const { requireRepository } = await import("./repository-here.ts");
    const asked = { repo, host: options.host, json: options.json, verb: "status" };
    const repository = await requireRepository(asked);
    const { runStatus } = await import("./run-status.ts");
    await runStatus({ ...options, repo: repository.full });
  },
});
