import type { Command } from "commander";
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

export function define(command: Command): void {
  command
    .option("--repo <owner/repo>", "control repository (default: this folder's remote)")
    .option("--host <host>", 'the forge\'s host, or "emulator"', "github.com")
    .option("--brand <name>", "spelling of the forge: forge or github (default: by the host)")
    .option("--dry-run", "list what is there, and what stays; change nothing")
    .option("--no-open", "print links instead of opening them")
    .option("--plain", "plain lines instead of screens")
    .option("--answers <file>", "take the answers from a JSON file; ask nobody")
    .option("--json", "print the outcome as one JSON document")
    .addHelpText("after", examples)
    .action(run);
}

async function run({ dryRun, ...options }: RemoveOptions): Promise<void> {
  requireHost(options);
  if (dryRun) return list(options);
  await openAtPlace(options, "remove", async (opened, place) => {
    const { runRemoval } = await import("./run-remove.ts");
    await runRemoval({ ...options, place, opened });
  });
}

async function list(options: RemoveOptions): Promise<void> {
  const { requireRepository } = await import("./repository-here.ts");
  const repository = await requireRepository({ ...options, command: "gatehouse remove" });
  const { listRemains } = await import("./list-remains.ts");
  await listRemains({ ...options, repository });
}
