import { entry, type CommandEntry } from "./command.ts";

export const firewallCommands: readonly CommandEntry[] = [
  entry(
    "run",
    "run a command behind the proxy; the verb is optional",
    async () => (await import("../commands/firewall/run.ts")).run,
  ),
  entry(
    "check",
    "test URLs and domains against the rules, or check the rules alone",
    async () => (await import("../commands/firewall/check.ts")).check,
  ),
  entry(
    "setup",
    "write a rules file from your answers, and try it with a command",
    async () => (await import("../commands/firewall/setup.ts")).setup,
  ),
  entry(
    "doctor",
    "check this machine, or inspect a running session",
    async () => (await import("../commands/firewall/doctor.ts")).doctor,
  ),
  entry(
    "pull",
    "fetch the image of a container runtime, if it needs one",
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
      "show allowed and denied requests as a command runs",
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
