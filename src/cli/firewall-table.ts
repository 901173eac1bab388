import { entry, type CommandEntry } from "./command.ts";

export const firewallCommands: readonly CommandEntry[] = [
  entry(
    "run",
    'run a command behind the proxy ("run" can be omitted)',
    async () => (await import("../commands/firewall/run.ts")).run,
  ),
  entry(
    "check",
    "test URLs and domains against the rules, or validate the rules",
    async () => (await import("../commands/firewall/check.ts")).check,
  ),
  entry(
    "approve",
    "approve the credentials, budget and claims of a rules file",
    async () => (await import("../commands/firewall/approve.ts")).approve,
  ),
  entry(
    "prove",
    "prove that no rule allows certain requests, or show one that does",
    async () => (await import("../commands/firewall/prove.ts")).prove,
  ),
  entry(
    "budget",
    "show or reset the budgets that runs share",
    async () => (await import("../commands/firewall/budget.ts")).budget,
  ),
  entry(
    "setup",
    "create a rules file interactively, and try it with a command",
    async () => (await import("../commands/firewall/setup.ts")).setup,
  ),
  entry(
    "doctor",
    "check this machine, or inspect a running session",
    async () => (await import("../commands/firewall/doctor.ts")).doctor,
  ),
  entry(
    "pull",
    "pull the image that a container runtime needs",
    async () => (await import("../commands/firewall/pull.ts")).pull,
  ),
  entry(
    "logs",
    "show a run's requests, missing rules, or live traffic",
    async () => (await import("../commands/firewall/logs.ts")).logs,
  ),
  {
    ...entry(
      "watch",
      "show allowed and denied requests while a command runs",
      async () => (await import("../commands/firewall/watch.ts")).watch,
    ),
    alias: "--watch",
  },
  entry(
    "sessions",
    "list running sessions: runtime, CA, rules and logs",
    async () => (await import("../commands/firewall/sessions.ts")).sessions,
  ),
  entry(
    "schema",
    "print the JSON Schema of a rules file",
    async () => (await import("../commands/firewall/schema.ts")).schema,
  ),
];
