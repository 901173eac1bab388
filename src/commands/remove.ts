import { defineCommand } from "../cli/command.ts";
import { answers, brand, host, open, outcomeJson, plain, repo } from "../cli/options.ts";
import { requireHost } from "./check-options.ts";
import { openAtLocation } from "./open-at-location.ts";

interface RemoveOptions {
  readonly repo?: string;
  readonly host: string;
  readonly brand?: string;
  readonly dryRun?: boolean;
  readonly open: boolean;
  readonly plain?: boolean;
  readonly answers?: string;
  readonly json?: boolean;
}

const examples = `
Examples:
  $ gatehouse remove --repo acme/control --dry-run  list everything only
  $ gatehouse remove --repo acme/control            show and confirm each step

gatehouse first stops all work: it disables workflows, sets kill switches to
false and cancels runs. Then it removes secrets, Apps and the token, and
everything else. You can stop at any time and resume with the same command.

Exit codes:
  0  nothing that gatehouse created is left
  5  something is left`;

export const remove = defineCommand({
  options: {
    repo,
    host,
    brand,
    dryRun: { summary: "list what exists and what would be kept; change nothing" },
    open,
    plain,
    answers,
    json: outcomeJson,
  },
  notes: examples,
  async run({ dryRun, ...options }) {
    requireHost(options);
    if (dryRun) return list(options);
    await openAtLocation(options, "remove", async (opened, location) => {
      const { runRemoval } = await import("./run-remove.ts");
      await runRemoval({ ...options, location, opened });
    });
  },
});

async function list(options: RemoveOptions): Promise<void> {
  const { requireRepository } = await import("./repository-here.ts");
  const repository = await requireRepository({ ...options, verb: "remove" });
  const { listInventory } = await import("./list-inventory.ts");
  await listInventory({ ...options, repository });
}
