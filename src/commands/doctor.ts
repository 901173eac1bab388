import { defineCommand } from "../cli/command.ts";
import { brand, host, json } from "../cli/options.ts";
import { namedRepository } from "./named-repository.ts";
import { requireHost } from "./check-options.ts";

const examples = `
Examples:
  $ gatehouse doctor                      check the machine and the account
  $ gatehouse doctor --repo acme/control  also check the access to a repository
  $ gatehouse doctor --json               for a bug report; contains no secrets

Each problem is shown with its fix. To check the firewall and its tools, run
gatehouse firewall doctor.

Exit codes:
  0  all requirements of setup are met
  5  a requirement is missing`;

export const doctor = defineCommand({
  options: {
    host,
    brand,
    repo: {
      value: "owner/repo",
      summary: "also check this control repository; the report omits its name",
    },
    json,
  },
  notes: examples,
  async run({ repo, ...options }) {
    requireHost(options);
    const repository = repo === undefined ? undefined : namedRepository(repo);
    const { runDoctor } = await import("./run-doctor.ts");
    await runDoctor({ ...options, repository });
  },
});
