import { ourEnvironment } from "../shared/child-environment.ts";
import { exitCode } from "../shared/errors.ts";
import { namedRepository } from "./named-repository.ts";
import { connect } from "./connect.ts";
import { readStatusDocument } from "./read-status-document.ts";
import { printJson } from "./outcomes/print-json.ts";

export interface RunStatusOptions {
  /** Value as typed. */
  readonly repo: string;
  readonly host: string;
  readonly brand?: string;
  readonly environment?: string;
  readonly json?: boolean;
}

/** Runs `gatehouse status`: reads the current state from the forge, and prints it. */
export async function runStatus({ repo, host, brand, ...rest }: RunStatusOptions): Promise<void> {
  const repository = namedRepository(repo);
  const connection = await connect({ host, brand, env: ourEnvironment() });
  try {
    const status = await readStatusDocument({ connection, repository, ...rest });
    if (rest.json) printJson(status);
    else {
      const { statusRows } = await import("./outcomes/print-status.ts");
      const { printRows } = await import("../terminal/paint.ts");
      printRows((style) => statusRows(status, style));
    }
    if (!status.complete) process.exitCode = exitCode.incomplete;
  } finally {
    await connection.close();
  }
}
