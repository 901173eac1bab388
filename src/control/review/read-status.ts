import { openJournal } from "../../asking/journal.ts";
import { recallFrom } from "../../asking/recall-from.ts";
import { readEnvironmentSecrets } from "./environment.ts";
import type { AppRole } from "../../credentials/apps/ceilings.ts";
import { findAgentFallbacks } from "../../credentials/entitlement.ts";
import { patSecret } from "../../credentials/records.ts";
import { RateLimited, RefusedByForge, SingleSignOnRequired } from "../../forge/forge-errors.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { commandLine } from "../command-line.ts";
import { installedStep, keyDateStep, repositoriesStep } from "../setup/journal-steps.ts";
import { judgeStatus } from "./judge-status.ts";
import type { StatusFacts } from "./judge-status.ts";
import type { InstallationProof } from "../setup/installation.ts";
import { keyDateOf, readStoredRecords } from "../stored-records.ts";
import type { Connection } from "../../commands/connect.ts";
import { listInstallations } from "../../forge/resources/list-installations.ts";
import { readDecided } from "../scope/read-decided.ts";
import type { Decided } from "../scope/read-decided.ts";
import { journalPath } from "../../commands/state-folder.ts";
import { composeStatus } from "./status-document.ts";
import type { StatusDocument } from "./status-document.ts";

const usualEnvironment = "control-plane";

/** Looks at everything that the specification's table of records names, at both installations, and at what was decided. */
export async function readStatus(
  connection: Connection,
  repository: RepositoryName,
  environment: string | undefined,
): Promise<StatusDocument> {
  const { profile } = connection;
  const rest = await connection.rest();
  const [stored, installations, decided, readProof] = await Promise.all([
    readStoredRecords(rest, repository),
    listInstallations(connection, repository.owner),
    readDecided(connection, repository),
    readProofs(connection, repository),
  ]);
  const name = environment ?? decided.settings?.environment ?? usualEnvironment;
  const guarded = await listEnvironment(connection, repository, name);
  const needs = needsOf(decided);
  const status = judgeStatus({
    stored,
    installations,
    environment: { name, hasPat: guarded && guarded.includes(patSecret) },
    workflowToken: profile.brand.workflowToken,
    proofOf: (role, clientId) => readProof(role, clientId, keyDateOf(stored, role)),
    ...(needs && { needs }),
  });
  const names = [...stored.variables.keys(), ...stored.secrets, ...(guarded ?? [])];
  return composeStatus({
    ...decided,
    repo: repository.full,
    host: profile.host,
    status,
    unsupported: findAgentFallbacks(new Set(names), profile.brand),
    now: new Date(),
    command: (verb, more) => commandLine(verb, { profile, repository }, more),
  });
}

function needsOf({ decision }: Decided): StatusFacts["needs"] {
  if (!decision) return undefined;
  const { readApp, writeApp, pat } = decision.choice;
  const roles: AppRole[] = [
    ...(readApp ? (["read"] as const) : []),
    ...(writeApp ? (["write"] as const) : []),
  ];
  return { roles, pat };
}

/** Names of the environment's secrets; undefined when this login may not list them. */
async function listEnvironment(
  { rest }: Connection,
  repository: RepositoryName,
  name: string,
): Promise<string[] | undefined> {
  try {
    return [...(await readEnvironmentSecrets(await rest(), repository, name)).keys()];
  } catch (error) {
    const isOther = error instanceof RateLimited || error instanceof SingleSignOnRequired;
    if (error instanceof RefusedByForge && error.status === 403 && !isOther) return undefined;
    throw error;
  }
}

/** The setup's journal keeps one proof for each list of repositories; the newest list counts. */
async function readProofs({ profile }: Connection, repository: RepositoryName) {
  const path = journalPath(process.env, { profile, repository, flow: "setup" });
  const header = { flow: "setup", version: 1, host: profile.host, subject: repository.full };
  const recall = recallFrom(await openJournal(path, header));
  return (
    role: AppRole,
    clientId: string,
    keyDate: string | undefined,
  ): InstallationProof | undefined => {
    const place = { profile, repository, role };
    const isSameKey = recall(keyDateStep(place, clientId)) === keyDate;
    if (!isSameKey) return undefined;
    return recall(installedStep(place, clientId, recall(repositoriesStep(place)) ?? []));
  };
}
