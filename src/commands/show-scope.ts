import { requireSeen } from "../plane/repository/unseen-repository.ts";
import { commandLine } from "../plane/repository/command-line.ts";
import { settingsPath } from "../plane/scope/control-files.ts";
import { readDecided } from "../plane/scope/read-decided.ts";
import { Incomplete, exitCode } from "../shared/errors.ts";
import { ourEnvironment } from "../shared/child-environment.ts";
import { printRows } from "../terminal/paint.ts";
import { connect } from "./connect.ts";
import { requireRepository } from "./repository-here.ts";
import { printJson } from "./outcomes/print-json.ts";
import { scopeRows, toScopeDocument } from "./outcomes/print-scope.ts";

export interface ShowScopeOptions {
  readonly repo?: string;
  readonly host: string;
  readonly brand?: string;
  readonly json?: boolean;
}

/** Runs `gatehouse scope --show`: prints the committed scope without changing it. */
export async function showScope({ repo, host, brand, json }: ShowScopeOptions) {
  const repository = await requireRepository({ repo, host, json, verb: "scope" });
  const connection = await connect({ host, brand, env: ourEnvironment() });
  try {
    const { profile } = connection;
    const decided = await readDecided(await connection.client(), repository);
    const document = toScopeDocument({ repo: repository.full, host: profile.host }, decided);
    if (json) printJson(document);
    else if (decided.settings.state === "missing") {
      await requireSeen({ connection, repository });
      throw new Incomplete(`${settingsPath(profile.brand)} not found in ${repository.full}.`, [
        { text: "Define the scope", command: commandLine("scope", { profile, repository }) },
      ]);
    } else printRows((style) => scopeRows(document, style));
    if (decided.settings.state !== "valid") process.exitCode = exitCode.incomplete;
  } finally {
    await connection.close();
  }
}
