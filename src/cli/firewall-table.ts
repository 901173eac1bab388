import { entry, type CommandEntry } from "./command.ts";

export const firewallCommands: readonly CommandEntry[] = [
  entry(
    "run",
    "run a command behind the proxy; the verb may be left out",
    async () => (await import("../commands/firewall/run.ts")).run,
  ),
  entry(
    "check",
    "ask the rules for URLs and domains, or have the rules looked at alone",
    async () => (await import("../commands/firewall/check.ts")).check,
  ),
  entry(
    "setup",
    "ask for a rules file, write it, and try it with a command",
    async () => (await import("../commands/firewall/setup.ts")).setup,
  ),
  entry(
    "doctor",
    "try what this machine can do, or look into a session that runs",
    async () => (await import("../commands/firewall/doctor.ts")).doctor,
  ),
  entry(
    "pull",
    "fetch the image of a container runtime, or prove that none is needed",
    async () => (await import("../commands/firewall/pull.ts")).pull,
  ),
  entry(
    "logs",
    "show what a run asked for, which rules it lacked, or what it asks for now",
    async () => (await import("../commands/firewall/logs.ts")).logs,
  ),
  {
    ...entry(
      "watch",
      "see what passes and what is denied while a command runs; also --watch",
      async () => (await import("../commands/firewall/watch.ts")).watch,
    ),
    alias: "--watch",
  },
  entry(
    "sessions",
    "list what runs behind the firewall: runtime, CA, rules and logs",
    async () => (await import("../commands/firewall/sessions.ts")).sessions,
  ),
  entry(
    "schema",
    "print the JSON Schema of a rules file",
    async () => (await import("../commands/firewall/schema.ts")).schema,
  ),
];
