import { defineCommand } from "../cli/command.ts";
import { brand, host, json } from "../cli/options.ts";
import { requireRepositoryName } from "../forge/repository-name.ts";
import { requireHost } from "./check-options.ts";

const examples = `
Examples:
  $ gatehouse doctor                      what machine and login can do
  $ gatehouse doctor --repo acme/control  and whether it administers that
  $ gatehouse doctor --json               to attach to an issue: nothing secret

What lacks has its mend beside it. The firewall has a doctor of its own, which
tries each tool: gatehouse firewall doctor.

Ends with 0 when all that a setup needs is there, with 5 when not.`;

export const doctor = defineCommand({
  options: {
    host,
    brand,
    repo: { value: "owner/repo", summary: "control repository to look at, too; it is not named" },
    json,
  },
  notes: examples,
  async run({ repo, ...options }) {
    requireHost(options);
    const repository =
      repo === undefined ? undefined : requireRepositoryName(repo, ["doctor", "--repo"]);
    const { runDoctor } = await import("./run-doctor.ts");
    await runDoctor({ ...options, repository });
  },
});
