import type { Command } from "commander";
import { requireRepositoryName } from "../forge/repository-name.ts";
import { InvalidInput } from "../shared/errors.ts";
import { wizardTitles } from "../asking/wizard-titles.ts";
import { readPort, requireHost } from "./check-options.ts";
import { openAtPlace } from "./open-at-place.ts";

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
  requireHost(options);
  const appNames = await readAppNames(options);
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
  const approved = readApproved(options);
  await openAtPlace(options, "setup", async (opened, place) => {
    const { runWizard } = await import("./run-wizard.ts");
    const wizard = { ...options, opened, place, verb: "setup", title: wizardTitles.setup } as const;
    await runWizard(wizard, async (session) => {
      const { runSetup } = await import("./run-setup.ts");
      await runSetup(session, { ...wizard, purpose: "setup", port, appNames, approved });
    });
  });
}

/** @throws InvalidInput */
function readApproved({ readRepository, writeRepository }: SetupOptions) {
  const parse = (names: readonly string[], option: string) =>
    names.map((name) => requireRepositoryName(name, option));
  return {
    ...(readRepository && { read: parse(readRepository, "--read-repository") }),
    ...(writeRepository && { write: parse(writeRepository, "--write-repository") }),
  };
}

/** @throws InvalidInput */
async function readAppNames({ readAppName: read, writeAppName: write }: SetupOptions) {
  const names = { ...(read !== undefined && { read }), ...(write !== undefined && { write }) };
  if (Object.keys(names).length === 0) return names;
  const { checkAppName, slugOf } = await import("../control/setup/app-name.ts");
  for (const [role, name] of Object.entries(names)) {
    const problem = checkAppName(name);
    if (problem !== undefined) throw new InvalidInput(`--${role}-app-name: ${problem}`);
  }
  if (read !== undefined && write !== undefined && slugOf(read) === slugOf(write))
    throw new InvalidInput("--read-app-name and --write-app-name are one: no two Apps have one.");
  return names;
}

function collect(value: string, earlier: string[] = []): string[] {
  return [...earlier, value];
}
