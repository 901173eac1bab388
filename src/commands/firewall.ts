import type { Command } from "commander";
import type { Defining } from "../defining.ts";
import { routeFirewall } from "../route-firewall.ts";
import type { FirewallVerb } from "../route-firewall.ts";

export { routeFirewall as route };

interface Verb {
  readonly name: FirewallVerb;
  readonly summary: string;
  /** Loaded only when it is this verb that runs. */
  readonly load: () => Promise<{ define(command: Command): void }>;
}

const verbs: readonly Verb[] = [
  {
    name: "run",
    summary: "run a command behind the proxy; the verb may be left out",
    load: () => import("./firewall-run.ts"),
  },
  {
    name: "check",
    summary: "ask the rules for URLs and domains, or have the rules looked at alone",
    load: () => import("./firewall/check.ts"),
  },
  {
    name: "setup",
    summary: "ask for a rules file, write it, and try it with a command",
    load: () => import("./firewall/setup.ts"),
  },
  {
    name: "doctor",
    summary: "try what this machine can do, or look into a session that runs",
    load: () => import("./firewall/doctor.ts"),
  },
  {
    name: "pull",
    summary: "fetch the image of a container runtime, or prove that none is needed",
    load: () => import("./firewall/pull.ts"),
  },
  {
    name: "logs",
    summary: "show what a run asked for, which rules it lacked, or what it asks for now",
    load: () => import("./firewall/logs.ts"),
  },
  {
    name: "watch",
    summary: "see what passes and what is denied while a command runs; also --watch",
    load: () => import("./firewall/watch.ts"),
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

const examples = `
Examples:
  $ gatehouse firewall --allow-domains example.com -- curl https://example.com
  $ gatehouse firewall --config rules.yml -- npm test
  $ gatehouse firewall setup                       asks for the rules
  $ gatehouse firewall check --config rules.yml --url https://example.com/a
  $ gatehouse firewall run --help                  all options of a run`;

export async function define(command: Command, { words }: Pick<Defining, "words">): Promise<void> {
  command.addHelpText("after", examples);
  for (const { name, summary, load } of verbs) {
    const verb = command.command(name).summary(summary).description(summary);
    if (words === "every" || words.includes(name)) (await load()).define(verb);
  }
}
