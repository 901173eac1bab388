import { appRoles } from "../../credentials/apps/app-role.ts";
import { appRecords, usualEnvironment } from "../../credentials/records.ts";
import { isRefused } from "../../forge/forge-errors.ts";
import { findFile } from "../../forge/resources/contents.ts";
import { readRepository } from "../../forge/resources/repositories.ts";
import { listSecrets } from "../../forge/resources/secrets.ts";
import { readAccountKind } from "../../forge/resources/users.ts";
import { listVariables } from "../../forge/resources/variables.ts";
import type { ControlSession } from "../repository/control-session.ts";
import { listActiveRuns } from "../exposed/active-runs.ts";
import { findSwitches } from "../exposed/switches.ts";
import { fleetRecords } from "../fleet/fleet-credential.ts";
import { fleetFilePath } from "../fleet/fleet-file.ts";
import { readDecided, valueOf } from "../scope/read-decided.ts";
import type { Settings } from "../scope/settings.ts";
import { readSharedNames } from "../repository/stored-records.ts";
import { isOwnName, pickRecords } from "./own-records.ts";
import { readApps } from "./read-apps.ts";
import type { AppTrace } from "./read-apps.ts";
import { readEnvironmentRecords, readEnvironments } from "./read-environment.ts";
import { readDependants, readFiles } from "./read-files.ts";
import { isPatRecord } from "./inventory.ts";
import type { KillSwitch, MachineInventory, Inventory } from "./inventory.ts";
import { requireRemovable } from "./require-removable.ts";

export interface InventoryOptions extends ControlSession {
  /** Apps that are known from data on this machine. */
  readonly traces: readonly AppTrace[];
  /** Names of environments in which an earlier removal found records. */
  readonly environments: readonly string[];
  readonly machine: MachineInventory;
}

/**
 * Finds everything that gatehouse created for a control repository.
 *
 * @throws NotRemovable if this account cannot remove it
 */
export async function readPlaneInventory(options: InventoryOptions): Promise<Inventory> {
  const { client, repository, traces, machine } = options;
  const found = await readRepository(client, repository).catch((error: unknown) => {
    if (isRefused(error, 404)) return undefined;
    throw error;
  });
  if (!found) return readWithoutRepository(options);
  requireRemovable(client.profile, repository, { ...found, kept: machine.files.length });
  const [decided, variables, secrets, shared, dependants, runs] = await Promise.all([
    readDecided(client, repository),
    listVariables(client, repository),
    listSecrets(client, { repository }),
    readSharedNames(options),
    readDependants(client, repository),
    listActiveRuns(options),
  ]);
  const settings = valueOf(decided.settings);
  const stored = appRoles.flatMap((role): AppTrace[] => {
    const clientId = variables.get(appRecords[role].variable);
    return clientId === undefined ? [] : [{ role, clientId, slug: undefined, isProvided: false }];
  });
  const named = [settings?.environment ?? usualEnvironment, ...options.environments];
  const [apps, [inEnvironments, environments], files, fleetFile] = await Promise.all([
    readApps(client, found.owner, [...stored, ...traces]),
    readEnvironmentRecords(client, repository).then(async (inside) => {
      const holding = inside.flatMap(({ environment }) => environment ?? []);
      return [inside, await readEnvironments(options, [...named, ...holding])] as const;
    }),
    readFiles(client, repository, decided),
    findFleetFile(options),
  ]);
  const records = [...pickRecords({ secrets, variables: variables.keys() }), ...inEnvironments];
  const pats = records.filter(isPatRecord);
  const isChosen = valueOf(decided.decision)?.choice.pat === true;
  return {
    repository: "there",
    ownerKind: found.owner.kind,
    apps,
    records,
    shared: [...(shared.variables ?? []), ...(shared.secrets ?? [])].filter(isOwnName),
    environments,
    hasPat: isChosen || pats.length > 0,
    patStoredAt: pats
      .flatMap(({ storedAt }) => storedAt ?? [])
      .toSorted()
      .at(-1),
    files,
    dependants,
    switches: readSwitches(settings, variables),
    fleet: [
      ...fleetFile,
      ...Object.values(fleetRecords).filter((name) => secrets.has(name) || variables.has(name)),
    ],
    activeRuns: runs.length,
    machine,
    unseen: [
      ...(shared.variables ? [] : ["variables that the organization shares"]),
      ...(shared.secrets ? [] : ["secrets that the organization shares"]),
    ],
  };
}

async function findFleetFile({ client, repository }: ControlSession): Promise<string[]> {
  const path = fleetFilePath(client.profile.brand);
  return (await findFile(client, repository, path)) ? [path] : [];
}

/**
 * Reads the Apps and this machine's data, which can still exist after the repository was deleted.
 */
async function readWithoutRepository({
  client,
  repository,
  traces,
  machine,
}: InventoryOptions): Promise<Inventory> {
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
    environments: [],
    hasPat: false,
    patStoredAt: undefined,
    files: [],
    dependants: [],
    switches: [],
    fleet: [],
    activeRuns: 0,
    machine,
    unseen: [],
  };
}

/** Returns the kill switches that exist. A removal does not create missing ones. */
function readSwitches(
  settings: Settings | undefined,
  variables: ReadonlyMap<string, string>,
): KillSwitch[] {
  return (settings ? findSwitches(settings, []) : []).flatMap((variable) => {
    const value = variables.get(variable);
    return value === undefined ? [] : [{ variable, value }];
  });
}
