import { appRoles } from "../../credentials/apps/app-role.ts";
import {
  appRecords,
  gateVariable,
  patSecret,
  usualEnvironment,
} from "../../credentials/records.ts";
import type { ForgeClient } from "../../forge/client.ts";
import { isRefused } from "../../forge/forge-errors.ts";
import { listEnvironmentVariables } from "../../forge/resources/environment-deletion.ts";
import { findEnvironment, listChosenBranches } from "../../forge/resources/environments.ts";
import type { EnvironmentPlace } from "../../forge/resources/environments.ts";
import { readDefaultBranch, readRepository } from "../../forge/resources/repositories.ts";
import { listEnvironmentSecrets, listSecrets } from "../../forge/resources/secrets.ts";
import { readAccountKind } from "../../forge/resources/users.ts";
import { listVariables } from "../../forge/resources/variables.ts";
import type { ControlSession } from "../control-session.ts";
import { listActiveRuns } from "../exposure/active-runs.ts";
import { findSwitches } from "../exposure/switches.ts";
import { readDecided, valueOf } from "../scope/read-decided.ts";
import type { Settings } from "../scope/settings.ts";
import { readSharedNames } from "../stored-records.ts";
import { readApps } from "./read-apps.ts";
import type { AppTrace } from "./read-apps.ts";
import { readDependants, readFiles } from "./read-files.ts";
import type { KillSwitch, MachineRemains, RemainingRecord, Remains } from "./remains.ts";
import { requireRemovable } from "./require-removable.ts";

const secretNames = [...appRoles.map((role) => appRecords[role].secret), patSecret];
const variableNames = [...appRoles.map((role) => appRecords[role].variable), gateVariable];
const ownNames = new Set([...secretNames, ...variableNames]);

export interface RemainsWish extends ControlSession {
  /** What this machine knows of Apps. */
  readonly traces: readonly AppTrace[];
  readonly machine: MachineRemains;
}

/**
 * Looks for everything that gatehouse made for a control repository.
 * @throws NotRemovable where this login may not take it away
 */
export async function readRemains(wish: RemainsWish): Promise<Remains> {
  const { client, repository, traces, machine } = wish;
  const found = await readRepository(client, repository).catch((error: unknown) => {
    if (isRefused(error, 404)) return undefined;
    throw error;
  });
  if (!found) return readWithoutRepository(wish);
  requireRemovable(client.profile, repository, found);
  const [decided, variables, secrets, shared, dependants, runs] = await Promise.all([
    readDecided(client, repository),
    listVariables(client, repository),
    listSecrets(client, { repository }),
    readSharedNames(wish),
    readDependants(client, repository),
    listActiveRuns(wish),
  ]);
  const settings = valueOf(decided.settings);
  const place = { repository, environment: settings?.environment ?? usualEnvironment };
  const stored = appRoles.flatMap((role): AppTrace[] => {
    const clientId = variables.get(appRecords[role].variable);
    return clientId === undefined ? [] : [{ role, clientId, slug: undefined, isBrought: false }];
  });
  const [apps, environment, files] = await Promise.all([
    readApps(client, found.owner, [...stored, ...traces]),
    readEnvironment(client, place),
    readFiles(client, repository, decided),
  ]);
  const records = [
    ...listRecords(secrets.keys(), variables.keys()),
    ...environment.records.map((record) => ({ ...record, environment: place.environment })),
  ];
  const isChosen = valueOf(decided.decision)?.choice.pat === true;
  return {
    repository: "there",
    ownerKind: found.owner.kind,
    apps,
    records,
    shared: [...(shared.variables ?? []), ...(shared.secrets ?? [])].filter((name) =>
      ownNames.has(name),
    ),
    environment: environment.remains,
    hasPat: isChosen || records.some(({ name }) => name === patSecret),
    files,
    dependants,
    switches: readSwitches(settings, variables),
    activeRuns: runs.length,
    machine,
    unseen: [
      ...(shared.variables ? [] : ["variables that the organization shares"]),
      ...(shared.secrets ? [] : ["secrets that the organization shares"]),
    ],
  };
}

/** Apps outlive the repository, and so does what this machine keeps. */
async function readWithoutRepository({
  client,
  repository,
  traces,
  machine,
}: RemainsWish): Promise<Remains> {
  const ownerKind = await readAccountKind(client, repository.owner).catch((error: unknown) => {
    if (isRefused(error, 404)) return "organization" as const;
    throw error;
  });
  const account = { login: repository.owner, kind: ownerKind };
  return {
    repository: "gone",
    ownerKind,
    apps: await readApps(client, account, traces),
    records: [],
    shared: [],
    environment: undefined,
    hasPat: false,
    files: [],
    dependants: [],
    switches: [],
    activeRuns: 0,
    machine,
    unseen: ["the repository: it is not there, or this login may not see it"],
  };
}

function listRecords(secrets: Iterable<string>, variables: Iterable<string>): RemainingRecord[] {
  const [stored, told] = [new Set(secrets), new Set(variables)];
  return [
    ...secretNames
      .filter((name) => stored.has(name))
      .map((name) => ({ kind: "secret" as const, name })),
    ...variableNames
      .filter((name) => told.has(name))
      .map((name) => ({ kind: "variable" as const, name })),
  ];
}

/** Those that are there: a switch that is not is not made here. */
function readSwitches(
  settings: Settings | undefined,
  variables: ReadonlyMap<string, string>,
): KillSwitch[] {
  return (settings ? findSwitches(settings, []) : []).flatMap((variable) => {
    const value = variables.get(variable);
    return value === undefined ? [] : [{ variable, value }];
  });
}

/**
 * The PAT's environment. A setup leaves one that takes the default branch and holds our secrets: whatever is more than
 * that is somebody's, and then the environment is, too.
 */
async function readEnvironment(client: ForgeClient, place: EnvironmentPlace) {
  const found = await findEnvironment(client, place);
  if (!found) return { remains: undefined, records: [] };
  const [secrets, variables, chosen, main] = await Promise.all([
    listEnvironmentSecrets(client, place),
    listEnvironmentVariables(client, place),
    found.branches === "chosen" ? listChosenBranches(client, place) : [],
    readDefaultBranch(client, place.repository),
  ]);
  const others = [...secrets.keys(), ...variables].filter((name) => !ownNames.has(name));
  const rules = found.rules.filter((rule) => rule !== "branch_policy");
  const branches = chosen.filter(({ name, type }) => type === "tag" || name !== main);
  const otherwiseUsed =
    others.length > 0
      ? `it holds ${others.join(", ")}, too`
      : rules.length > 0 || found.branches === "protected"
        ? "somebody gave it rules of their own"
        : found.branches === "all"
          ? "it takes every branch, as none does that the setup makes"
          : branches.length > 0
            ? `it takes ${branches.map(({ name }) => name).join(", ")}, too`
            : undefined;
  return {
    remains: { name: place.environment, otherwiseUsed },
    records: listRecords(secrets.keys(), variables),
  };
}
