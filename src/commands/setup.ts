import type { Command } from "commander";
import { InvalidInput } from "../shared/errors.ts";
import { readPort, requireHost } from "./check-options.ts";

interface SetupOptions {
  readonly repo?: string;
  readonly host: string;
  readonly brand?: string;
  readonly dryRun?: boolean;
  readonly open: boolean;
  readonly readAppName?: string;
  readonly writeAppName?: string;
  readonly port: string;
  readonly readRepository?: string[];
  readonly writeRepository?: string[];
  readonly plain?: boolean;
  readonly answers?: string;
  readonly askAgain?: boolean;
  readonly json?: boolean;
}

const examples = `
Examples:
  $ gatehouse setup --repo acme/control
  $ gatehouse setup --repo acme/control --host emulator   on the embedded forge
  $ gatehouse setup --repo acme/control --dry-run         shows both Apps
  $ gatehouse setup --repo acme/control --dry-run --json  contacts nothing
  $ gatehouse setup --repo acme/control --no-open         where no browser is
  $ gatehouse setup --repo acme/control --write-repository acme/web

Stop it whenever you like and run it again:
it checks what is complete and goes on from there.`;

export function define(command: Command): void {
  command
    .option("--repo <owner/repo>", "control repository (default: this folder's remote)")
    .option("--host <host>", 'the forge\'s host, or "emulator"', "github.com")
    .option("--brand <name>", "spelling of the forge: forge or github (default: by the host)")
    .option("--dry-run", "show both App manifests without changing anything on the forge")
    .option("--no-open", "print links instead of opening them")
    .option("--read-app-name <name>", "name of the read App (default: from the repository's)")
    .option("--write-app-name <name>", "name of the write App (default: from the repository's)")
    .option("--port <port>", "port of the page on 127.0.0.1 (default: the system chooses)", "0")
    .option("--read-repository <owner/repo>", "approved repository the read App may read", collect)
    .option(
      "--write-repository <owner/repo>",
      "approved repository the write App may write",
      collect,
    )
    .option("--plain", "plain lines instead of screens")
    .option("--answers <file>", "take the answers from a JSON file; ask nobody")
    .option("--ask-again", "forget the answers of an earlier run, not what it made")
    .option("--json", "print the outcome as one JSON document")
    .addHelpText("after", examples)
    .action(run);
}

async function run(options: SetupOptions): Promise<void> {
  const port = readPort(options.port);
  // What is wrong with the command line is said before anybody is asked anything.
  await requireHost(options);
  const names = { read: options.readAppName, write: options.writeAppName };
  const { checkAppName, slugOf } = await import("../control/setup/app-name.ts");
  for (const [role, name] of Object.entries(names)) {
    const problem = name === undefined ? undefined : checkAppName(name);
    if (problem !== undefined) throw new InvalidInput(`--${role}-app-name: ${problem}`);
  }
  if (names.read !== undefined && names.write !== undefined) {
    if (slugOf(names.read) === slugOf(names.write)) {
      throw new InvalidInput("--read-app-name and --write-app-name are one: no two Apps have one.");
    }
  }
  const appNames = {
    ...(names.read !== undefined && { read: names.read }),
    ...(names.write !== undefined && { write: names.write }),
  };
  if (options.dryRun) {
    const { printPlan } = await import("./outcomes/print-plan.ts");
    const { requireRepository } = await import("./repository-here.ts");
    const { repo, host, brand, json } = options;
    const asked = { repo, host, json, command: "gatehouse setup" };
    return printPlan({
      repository: await requireRepository(asked),
      host,
      brand,
      json,
      port,
      appNames,
    });
  }
  const { findPlace } = await import("./repository-here.ts");
  const { repository, ...here } = await findPlace({ ...options, command: "gatehouse setup" });
  const { openPrompter } = await import("./open-prompter.ts");
  const header = { title: "set up", subject: here.subject, outline: [] };
  const opened = await openPrompter(options, header);
  try {
    // Loaded now that the screen stands.
    const { runSetup } = await import("./run-setup.ts");
    await runSetup({ ...options, purpose: "setup", repository, here, opened, port, appNames });
  } finally {
    await opened.prompter.close();
  }
}

function collect(value: string, earlier: string[] = []): string[] {
  return [...earlier, value];
}
