import type { Command } from "commander";
import { ourEnvironment } from "../shared/child-environment.ts";
import { InvalidInput } from "../shared/errors.ts";
import type { DashboardOptions } from "./dashboard-options.ts";

const examples = `
Examples:
  $ gatehouse dashboard --repo acme/control
  $ gatehouse dashboard --repo acme/control --every 60 --budget 60
  $ gatehouse dashboard --repo acme/control --once
  $ gatehouse dashboard --repo acme/control --once --json | jq .gate

It shows the latest runs, the API capacity admission gate, what each credential
may still ask for, and how the credentials are. A look asks only for what has
changed; what has not costs nothing. q or Ctrl-C leaves.`;

export function define(command: Command): void {
  command
    .option("--repo <owner/repo>", "control repository (default: this folder's remote)")
    .option("--host <host>", 'the forge\'s host, or "emulator"', "github.com")
    .option("--brand <name>", "spelling of the forge: forge or github (default: by the host)")
    .option("--environment <name>", "the PAT's environment (default: as the settings say)")
    .option("--every <seconds>", "how often it looks, 10 or more", "30")
    .option("--budget <requests>", "how many requests an hour may cost, 60 or more", "120")
    .option("--once", "print it and end")
    .option("--json", "with --once: print one JSON document")
    .option("--plain", "the same as --once: nothing moves")
    .option("--no-open", "never open a browser")
    .addHelpText("after", examples)
    .action(run);
}

async function run(options: DashboardOptions): Promise<void> {
  const every = requireWhole(options.every, { option: "--every", least: 10 });
  const budget = requireWhole(options.budget, { option: "--budget", least: 60 });
  if (options.json && !options.once) {
    throw new InvalidInput("--json prints one document, so that it needs --once.");
  }
  const { connect } = await import("./connect.ts");
  const { requireRepository } = await import("./repository-here.ts");
  const { countRequests } = await import("../forge/count-requests.ts");
  const repository = await requireRepository({ ...options, verb: "dashboard" });
  const { host, brand } = options;
  const counted = countRequests();
  const { wrap } = counted;
  const connection = await connect({ host, brand, env: ourEnvironment(), wrap });
  try {
    const { openDashboard } = await import("./run-dashboard.ts");
    const dashboard = await openDashboard(connection, { repository, options, counted });
    if (options.once || options.plain) await dashboard.printOnce();
    else await dashboard.watch({ everySeconds: every, mostPerHour: budget });
  } finally {
    await connection.close();
  }
}

function requireWhole(
  word: string,
  { option, least }: { readonly option: string; readonly least: number },
): number {
  const value = /^\d{1,6}$/.test(word) ? Number(word) : Number.NaN;
  if (value >= least) return value;
  throw new InvalidInput(`${option} takes a whole number from ${least} on, not "${word}".`);
}
