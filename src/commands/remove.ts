import { defineCommand } from "../cli/command.ts";
import { answers, brand, host, open, outcomeJson, plain, repo } from "../cli/options.ts";
import { requireHost } from "./check-options.ts";
import { openAtPlace } from "./open-at-place.ts";

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
  $ gatehouse remove --repo acme/control --dry-run  lists it; changes nothing
  $ gatehouse remove --repo acme/control            each step is shown and asked

First stops what starts work, then the secrets, the Apps and the token, then
the rest. Stop it whenever you like and run it again: it goes on from there.

Ends with 0 when nothing that gatehouse made is left, with 5 when something is.`;

export const remove = defineCommand({
  options: {
    repo,
    host,
    brand,
    dryRun: { summary: "list what is there, and what stays; change nothing" },
    open,
    plain,
    answers,
    json: outcomeJson,
  },
  notes: examples,
  async run({ dryRun, ...options }) {
    requireHost(options);
    if (dryRun) return list(options);
    await openAtPlace(options, "remove", async (opened, place) => {
      const { runRemoval } = await import("./run-remove.ts");
      await runRemoval({ ...options, place, opened });
    });
  },
});

async function list(options: RemoveOptions): Promise<void> {
  const { requireRepository } = await import("./repository-here.ts");
  const repository = await requireRepository({ ...options, verb: "remove" });
  const { listInventory } = await import("./list-inventory.ts");
  await listInventory({ ...options, repository });
}
