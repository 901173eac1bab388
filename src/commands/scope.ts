import type { Command } from "commander";
import { wizardTitles } from "../asking/wizard-titles.ts";
import { readPort, requireHost } from "./check-options.ts";
import { openAtPlace } from "./open-at-place.ts";

interface ScopeOptions {
  readonly repo?: string;
  readonly host: string;
  readonly brand?: string;
  readonly show?: boolean;
  readonly open: boolean;
  readonly port: string;
  readonly plain?: boolean;
  readonly answers?: string;
  readonly json?: boolean;
}

const examples = `
Examples:
  $ gatehouse scope --repo acme/control         describe it, or change parts
  $ gatehouse scope --repo acme/control --show  as it is checked in
  $ gatehouse scope --repo acme/control --show --json | jq .settings

The scope says which repositories the agents look at, whether they write, and
where outputs go. What follows from it is done here, too: the profile is
reviewed, Apps are made, and their installations are changed and proved.`;

export function define(command: Command): void {
  command
    .option("--repo <owner/repo>", "control repository (default: this folder's remote)")
    .option("--host <host>", 'the forge\'s host, or "emulator"', "github.com")
    .option("--brand <name>", "spelling of the forge: forge or github (default: by the host)")
    .option("--show", "print the checked-in scope and the decision; change nothing")
    .option("--no-open", "print links instead of opening them")
    .option("--port <port>", "port of the page on 127.0.0.1 (default: the system chooses)", "0")
    .option("--plain", "plain lines instead of screens")
    .option("--answers <file>", "take the answers from a JSON file; ask nobody")
    .option("--json", "print the outcome as one JSON document")
    .addHelpText("after", examples)
    .action(run);
}

async function run(options: ScopeOptions): Promise<void> {
  const port = readPort(options.port);
  requireHost(options);
  if (options.show) {
    const { showScope } = await import("./show-scope.ts");
    return showScope(options);
  }
  await openAtPlace(options, "scope", async (opened, place) => {
    const { runWizard } = await import("./run-wizard.ts");
    const wizard = { ...options, opened, place, verb: "scope", title: wizardTitles.scope } as const;
    await runWizard(wizard, async (session) => {
      const { runSetup } = await import("./run-setup.ts");
      await runSetup(session, { ...wizard, purpose: "scope", port, appNames: {}, approved: {} });
    });
  });
}
