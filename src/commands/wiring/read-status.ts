import { openJournal } from "../../asking/journal.ts";
import type { AppRole } from "../../credentials/ceilings.ts";
import { patSecret } from "../../credentials/records.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { commandLine } from "../../setup/command-line.ts";
import { installedStep, repositoriesStep } from "../../setup/journal-steps.ts";
import { judgeStatus } from "../../setup/judge-status.ts";
import type { InstallationStatus, RecordStatus } from "../../setup/judge-status.ts";
import type { InstallationProof } from "../../setup/installation.ts";
import { readStoredRecords } from "../../setup/records-on-forge.ts";
import type { Connection } from "./connect.ts";
import { listInstallations } from "./list-installations.ts";
import { journalPath } from "./state-folder.ts";

/** What `status --json` prints. */
export interface StatusDocument {
  readonly repo: string;
  readonly host: string;
  readonly complete: boolean;
  readonly records: readonly RecordStatus[];
  readonly installations: readonly InstallationStatus[];
  readonly next: readonly { readonly say: string; readonly command: string }[];
}

/** Looks at everything that the specification's table of records names, and at both installations. */
export async function readStatus(
  connection: Connection,
  repository: RepositoryName,
  environment: string,
): Promise<StatusDocument> {
  const { profile } = connection;
  const rest = await connection.rest();
  const [stored, installations, hasPat, proofOf] = await Promise.all([
    readStoredRecords(rest, repository),
    listInstallations(connection, repository.owner),
    hasEnvironmentSecret(connection, repository, environment),
    readProofs(connection, repository),
  ]);
  const {
    records,
    installations: states,
    isComplete,
  } = judgeStatus({
    stored,
    installations,
    environment: { name: environment, hasPat },
    workflowToken: profile.brand.workflowToken,
    proofOf,
  });
  const command = commandLine("setup", { profile, repository });
  const next = isComplete ? [] : [{ say: "Complete and prove the setup", command }];
  const { host } = profile;
  return {
    repo: repository.full,
    host,
    complete: isComplete,
    records,
    installations: states,
    next,
  };
}

async function hasEnvironmentSecret(
  { rest }: Connection,
  { full }: RepositoryName,
  environment: string,
): Promise<boolean | undefined> {
  const path = `/repos/${full}/environments/${encodeURIComponent(environment)}/secrets/${patSecret}`;
  const client = await rest();
  const { status } = await client.request("GET", path, { accept: [403, 404] });
  return status === 403 ? undefined : status === 200;
}

/** The setup's journal keeps one proof for each list of repositories; the newest list counts. */
async function readProofs({ profile }: Connection, repository: RepositoryName) {
  const path = journalPath(process.env, { profile, repository, flow: "setup" });
  const header = { flow: "setup", version: 1, host: profile.host, subject: repository.full };
  const journal = await openJournal(path, header);
  return (role: AppRole, clientId: string): InstallationProof | undefined => {
    const place = { profile, repository, role };
    const list = (journal.step(repositoriesStep(place)) ?? []) as string[];
    return journal.step(installedStep(place, clientId, list)) as InstallationProof | undefined;
  };
}
