import type { Command } from "commander";
import type { Connection } from "../forge/connection.ts";
import { exitCode } from "../shared/errors.ts";
import { ourEnvironment } from "../shared/child-environment.ts";
import { printJson } from "./outcomes/print-json.ts";

interface StatusOptions {
  readonly repo: string;
  readonly host: string;
  readonly brand?: string;
  readonly environment?: string;
  readonly json?: boolean;
}

const examples = `
Examples:
  $ gatehouse status --repo acme/control
  $ gatehouse status --repo acme/control --json | jq .next

Ends with 0 when what was decided is complete and proved (both Apps, while
nothing is decided), with 5 when not.`;

export function define(command: Command): void {
  command
    .requiredOption("--repo <owner/repo>", "control repository")
    .option("--host <host>", 'the forge\'s host, or "emulator"', "github.com")
    .option("--brand <name>", "spelling of the forge: forge or github (default: by the host)")
    .option("--environment <name>", "the PAT's environment (default: as the settings say)")
    .option("--json", "print one JSON document")
    .addHelpText("after", examples)
    .action(run);
}

async function run(options: StatusOptions): Promise<void> {
  const { requireRepositoryName } = await import("../forge/repository-name.ts");
  const repository = requireRepositoryName(options.repo, "gatehouse status --repo");
  // What looks is loaded while the forge is reached.
  const [connection, { readStatus }, { readSetUpProofs }] = await Promise.all([
    reach(options),
    import("../control/review/read-status.ts"),
    import("./set-up-proofs.ts"),
  ]);
  try {
    const { profile } = connection;
    const [proofs, client] = await Promise.all([
      readSetUpProofs(ourEnvironment(), { profile, repository }),
      connection.client(),
    ]);
    const { environment } = options;
    const { stranger } = connection;
    const look = { client, stranger, repository, environment, now: new Date() };
    const status = await readStatus({ ...look, proofs });
    if (options.json) printJson(status);
    else {
      const { statusRows } = await import("./outcomes/print-status.ts");
      const { printRows } = await import("../layout/paint.ts");
      printRows((look) => statusRows(status, look));
    }
    if (!status.complete) process.exitCode = exitCode.incomplete;
  } finally {
    await connection.close();
  }
}

async function reach({ host, brand }: StatusOptions): Promise<Connection> {
  const { connect } = await import("./connect.ts");
  return connect({ host, brand, env: ourEnvironment() });
}
