import type { Command } from "commander";

interface Verb {
  readonly name: string;
  readonly summary: string;
  /** Loaded only when it is this verb that runs. */
  readonly load: () => Promise<{ define(command: Command): void }>;
}

const verbs: readonly Verb[] = [
  {
    name: "check",
    summary: "ask the rules for URLs and domains, or have the rules looked at alone",
    load: () => import("./firewall/check.ts"),
  },
  {
    name: "logs",
    summary: "show what a run asked for, which rules it lacked, or what it asks for now",
    load: () => import("./firewall/logs.ts"),
  },
  {
    name: "sessions",
    summary: "list what runs behind the firewall: runtime, CA, rules and logs",
    load: () => import("./firewall/sessions.ts"),
  },
  {
    name: "schema",
    summary: "print the JSON Schema of a rules file",
    load: () => import("./firewall/schema.ts"),
  },
];

export async function define(command: Command): Promise<void> {
  const [wanted] = process.argv.slice(3);
  for (const { name, summary, load } of verbs) {
    const verb = command.command(name).summary(summary).description(summary);
    if (name === wanted) (await load()).define(verb);
  }
}
