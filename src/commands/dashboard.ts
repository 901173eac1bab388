import { defineCommand } from "../cli/command.ts";
import { brand, environment, host, repo } from "../cli/options.ts";
import { ourEnvironment } from "../shared/child-environment.ts";
import { InvalidInput } from "../shared/errors.ts";

const examples = `
Examples:
  $ gatehouse dashboard --repo acme/control
  $ gatehouse dashboard --repo acme/control --every 60 --budget 60
  $ gatehouse dashboard --repo acme/control --once
  $ gatehouse dashboard --repo acme/control --once --json | jq .gate

The dashboard shows the latest runs, the API capacity gate, the remaining
requests of each credential, and the state of the credentials. An update
uses API requests only for data that has changed. Press q or Ctrl-C to quit.`;

export const dashboard = defineCommand({
  options: {
    repo,
    host,
    brand,
    environment,
    every: { value: "seconds", summary: "seconds between updates, at least 10", default: "30" },
    budget: {
      value: "requests",
      summary: "maximum number of requests per hour, at least 60",
      default: "120",
    },
    once: { summary: "print the dashboard once and exit" },
    json: { summary: "with --once: output as JSON" },
    plain: { summary: "same as --once: no live updates" },
    open: { isNegated: true, summary: "never open a browser" },
  },
  notes: examples,
  async run(options, _, { run }) {
    const every = requireComplete(options.every, { option: "--every", least: 10 });
    const budget = requireComplete(options.budget, { option: "--budget", least: 60 });
    if (options.json && !options.once) {
      throw new InvalidInput("--json requires --once.");
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
      const dashboard = await openDashboard(connection, { repository, options, counted, run });
      if (options.once || options.plain) await dashboard.printOnce();
      else await dashboard.watch({ everySeconds: every, mostPerHour: budget });
    } finally {
      await connection.close();
    }
  },
});

function requireComplete(
  word: string,
  { option, least }: { readonly option: string; readonly least: number },
): number {
  const value = /^\d{1,6}$/.test(word) ? Number(word) : Number.NaN;
  if (value >= least) return value;
  throw new InvalidInput(`${option} must be an integer of at least ${least}, not "${word}".`);
}
