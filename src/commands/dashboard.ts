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

It shows the latest runs, the API capacity admission gate, what each credential
may still ask for, and how the credentials are. A look asks only for what has
changed; what has not costs nothing. q or Ctrl-C leaves.`;

export const dashboard = defineCommand({
  options: {
    repo,
    host,
    brand,
    environment,
    every: { value: "seconds", summary: "how often it looks, 10 or more", default: "30" },
    budget: {
      value: "requests",
      summary: "how many requests an hour may cost, 60 or more",
      default: "120",
    },
    once: { summary: "print it and end" },
    json: { summary: "with --once: print one JSON document" },
    plain: { summary: "the same as --once: nothing moves" },
    open: { isNegated: true, summary: "never open a browser" },
  },
  notes: examples,
  async run(options, _, { run }) {
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
      const dashboard = await openDashboard(connection, { repository, options, counted, run });
      if (options.once || options.plain) await dashboard.printOnce();
      else await dashboard.watch({ everySeconds: every, mostPerHour: budget });
    } finally {
      await connection.close();
    }
  },
});

function requireWhole(
  word: string,
  { option, least }: { readonly option: string; readonly least: number },
): number {
  const value = /^\d{1,6}$/.test(word) ? Number(word) : Number.NaN;
  if (value >= least) return value;
  throw new InvalidInput(`${option} takes a whole number from ${least} on, not "${word}".`);
}
