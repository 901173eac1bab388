import type { Command } from "commander";
import type { Connection } from "../forge/connection.ts";
import { exitCode } from "../shared/errors.ts";
import { ourEnvironment } from "../shared/child-environment.ts";
import { printJson } from "./outcomes/print-json.ts";

interface StatusOptions {
  readonly repo?: string;
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
    .option("--repo <owner/repo>", "control repository (default: this folder's remote)")
    .option("--host <host>", 'the forge\'s host, or "emulator"', "github.com")
    .option("--brand <name>", "spelling of the forge: forge or github (default: by the host)")
    .option("--environment <name>", "the PAT's environment (default: as the settings say)")
    .option("--json", "print one JSON document")
    .addHelpText("after", examples)
    .action(run);
}

async function run(options: StatusOptions): Promise<void> {
  const { requireRepository } = await import("./repository-here.ts");
  const repository = await requireRepository({ ...options, command: "gatehouse status" });
  // What looks is loaded while the forge is reached.
  const [connection, { lookAtStatus }] = await Promise.all([
    reach(options),
    import("./look-at-status.ts"),
  ]);
  try {
    const { environment } = options;
    const status = await lookAtStatus({ connection, repository, environment });
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
