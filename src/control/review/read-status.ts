import { chosenRoles } from "../../credentials/profile/choice.ts";
import type { AppRole } from "../../credentials/apps/app-role.ts";
import { findAgentFallbacks } from "../../credentials/entitlement.ts";
import { findPrecedenceProblems } from "../../credentials/precedence.ts";
import { usualEnvironment } from "../../credentials/records.ts";
import { isRefused } from "../../forge/forge-errors.ts";
import { listInstallations } from "../../forge/resources/installations.ts";
import { listEnvironmentSecrets } from "../../forge/resources/secrets.ts";
import { commandLine } from "../command-line.ts";
import type { ControlSession } from "../control-session.ts";
import { readDecided, valueOf } from "../scope/read-decided.ts";
import type { Decision } from "../scope/decision.ts";
import type { InstallationProof } from "../setup/installation.ts";
import { keyDateOf, readSharedNames, readStoredRecords } from "../stored-records.ts";
import type { SharedNames, StoredRecords } from "../stored-records.ts";
import { judgeStatus } from "./judge-status.ts";
import type { StatusFacts } from "./judge-status.ts";
import { composeStatus } from "./status-document.ts";
import type { StatusDocument } from "./status-document.ts";

export interface StatusWish extends ControlSession {
  /** The PAT's environment; as the settings say unless told. */
  readonly environment?: string | undefined;
  readonly now: Date;
  /** What the setup on this machine proved of an App, for the key that was stored at this date. */
  readonly proofOf: (
    role: AppRole,
    clientId: string,
    keyDate: string | undefined,
  ) => InstallationProof | undefined;
}

/** Looks at everything that the specification's table of records names, at both installations, and at what was decided. */
export async function readStatus(wish: StatusWish): Promise<StatusDocument> {
  const { client, repository, now, proofOf } = wish;
  const { profile } = client;
  const [stored, shared, installations, decided] = await Promise.all([
    readStoredRecords(wish),
    readSharedNames(wish),
    listInstallations(client, repository.owner),
    readDecided(client, repository),
  ]);
  const settings = valueOf(decided.settings);
  const decision = valueOf(decided.decision);
  const name = wish.environment ?? settings?.environment ?? usualEnvironment;
  const guarded = await listGuarded(wish, name);
  const needs = decision && needsOf(decision);
  const status = judgeStatus({
    stored,
    installations,
    shared,
    environment: { name, secrets: guarded },
    workflowToken: profile.brand.workflowToken,
    proofOf: (role, clientId) => proofOf(role, clientId, keyDateOf(stored, role)),
    ...(needs && { needs }),
  });
  const differences = decision && findDifferences(decision, { stored, shared, guarded });
  const names = [stored.variables, stored.secrets, guarded, shared.variables, shared.secrets];
  return composeStatus({
    settings,
    decision,
    problems: [decided.settings, decided.decision].flatMap((found) =>
      found.state === "broken" ? [found.because] : [],
    ),
    repo: repository.full,
    host: profile.host,
    status,
    unsupported: findAgentFallbacks(
      new Set(names.flatMap((each) => [...(each?.keys() ?? [])])),
      profile.brand,
    ),
    differences: differences ?? [],
    now,
    command: (verb, more) => commandLine(verb, { profile, repository }, more),
  });
}

function needsOf({ choice }: Decision): NonNullable<StatusFacts["needs"]> {
  return { roles: chosenRoles(choice), pat: choice.pat };
}

interface Names {
  readonly stored: StoredRecords;
  readonly shared: SharedNames;
  readonly guarded: ReadonlySet<string> | undefined;
}

/** As the review judges it, and only where all names could be listed. */
function findDifferences({ choice }: Decision, { stored, shared, guarded }: Names): string[] {
  if (!guarded || !shared.variables || !shared.secrets) return [];
  const problems = findPrecedenceProblems(choice, {
    variables: new Set(stored.variables.keys()),
    secrets: stored.secrets,
    environmentSecrets: guarded,
    organizationVariables: shared.variables,
    organizationSecrets: shared.secrets,
  });
  return problems.map(({ because }) => because);
}

/** Names of the environment's secrets; undefined when this login may not list them. */
async function listGuarded(
  { client, repository }: ControlSession,
  environment: string,
): Promise<ReadonlySet<string> | undefined> {
  try {
    const place = { repository, environment };
    return new Set((await listEnvironmentSecrets(client, place)).keys());
  } catch (error) {
    if (isRefused(error, 403)) return undefined;
    throw error;
  }
}
