import type { AppRole } from "../../credentials/apps/app-role.ts";
import { titleOf } from "../../credentials/apps/app-role.ts";
import { patSecret } from "../../credentials/records.ts";
import type { RecordKind } from "../../credentials/stray-records.ts";
import type { Account } from "../../forge/account.ts";
import { count } from "../../shared/count.ts";
import type { LineChange } from "../../run/control/line-changes.ts";

/** One of gatehouse's records in the repository or one of its environments. */
export interface RemainingRecord {
  readonly kind: RecordKind;
  readonly name: string;
  readonly environment?: string;
  /** Date on which a secret was last stored (ISO 8601); undefined for a variable. */
  readonly storedAt?: string;
}

export type AppOwner = Pick<Account, "login" | "kind">;

/** An App that was created or provided for this control plane. */
export interface RemainingApp {
  readonly role: AppRole;
  /** Undefined if only the name is known, because the registration was interrupted. */
  readonly clientId: string | undefined;
  readonly slug: string | undefined;
  readonly installationId: number | undefined;
  /** Undefined if this account cannot see installations. */
  readonly isInstalled: boolean | undefined;
  /**
   * Repository selection of the installation on the owner's account; undefined if the installation
   * is not visible.
   */
  readonly selection: "all" | "selected" | undefined;
  /** `unknown`: this account cannot determine whether the App exists. */
  readonly presence: "there" | "unknown";
  /**
   * Whether the operator provided the App. In that case, gatehouse did not create the App, and the
   * App may have other uses.
   */
  readonly isProvided: boolean;
  /**
   * Account that owns the App, as reported by the App. The App's page is in the settings of this
   * account. A provided App may belong to an account other than the repository's owner.
   */
  readonly owner?: AppOwner;
}

export type FileKind =
  "proof workflow" | "control file" | "gatehouse package" | "settings" | "decision";

/** A file that gatehouse committed. */
export interface RemainingFile {
  readonly kind: FileKind;
  readonly path: string;
  readonly sha: string;
  /**
   * Differences from the file that gatehouse would write; empty if there are none or if they cannot
   * be determined.
   */
  readonly changes: readonly LineChange[];
}

/**
 * A workflow that does not belong to gatehouse, but imports the control file or names one of the
 * records.
 */
export interface Dependant {
  readonly path: string;
  /** `part`: not a complete workflow, because GitHub does not list the file as one. */
  readonly state: "enabled" | "disabled" | "part";
}

/** An environment for the control plane's records. */
export interface RemainingEnvironment {
  readonly name: string;
  /**
   * A difference from environments created by setup, which suggests that the environment has
   * another use. Undefined if there is no difference.
   */
  readonly otherwiseUsed: string | undefined;
}

export interface KillSwitch {
  readonly variable: string;
  readonly value: string;
}

/** Data of the control plane on this machine. */
export interface MachineInventory {
  /** File names in the control plane's state directory. */
  readonly files: readonly string[];
  /** Names of the keychain accounts that contain App keys. */
  readonly held: readonly string[];
}

/** All parts of a control plane that this account can see. */
export interface Inventory {
  /** `gone`: the repository is not visible, so only this machine's data is known. */
  readonly repository: "there" | "gone";
  readonly ownerKind: "organization" | "user";
  readonly apps: readonly RemainingApp[];
  readonly records: readonly RemainingRecord[];
  /**
   * Names of records that an organization shares with the repository. Other repositories may use
   * them.
   */
  readonly shared: readonly string[];
  /**
   * The environment from the settings, and any environment that contains one of the records or
   * contained one during an earlier removal.
   */
  readonly environments: readonly RemainingEnvironment[];
  /**
   * Whether a PAT was chosen or is stored. Only the PAT's user can see whether the PAT is still
   * valid.
   */
  readonly hasPat: boolean;
  /**
   * Date on which the PAT was last stored (ISO 8601); identifies the stored PAT. Undefined if no
   * PAT is stored.
   */
  readonly patStoredAt: string | undefined;
  readonly files: readonly RemainingFile[];
  readonly dependants: readonly Dependant[];
  readonly switches: readonly KillSwitch[];
  /** Records and workflow file of a fleet, which may also check other control repositories. */
  readonly fleet: readonly string[];
  readonly activeRuns: number;
  readonly machine: MachineInventory;
  /** Items that may exist but are not visible to this account. */
  readonly unseen: readonly string[];
}

/** One item of the control plane, with an ID that is the same in each inventory. */
export interface RemainingItem {
  readonly id: string;
  readonly what: string;
}

/** Lists all existing items of the control plane, one line each, in the order of the plan. */
export function listItems(inventory: Inventory): RemainingItem[] {
  const hidden = {
    id: repositoryItemId,
    what: "the repository, which is not visible to this account",
  };
  return [...(isHidden(inventory) ? [hidden] : []), ...listOwn(inventory)];
}

export const repositoryItemId = "repository";

/**
 * Returns whether a repository with data on this machine is not visible, because it was deleted or
 * this account cannot access it.
 */
export function isHidden(inventory: Inventory): boolean {
  return inventory.repository === "gone" && listOwn(inventory).length > 0;
}

function listOwn(inventory: Inventory): RemainingItem[] {
  const { files, records, apps, environments, machine, hasPat } = inventory;
  const secrets = records.filter(({ kind }) => kind === "secret");
  const variables = records.filter(({ kind }) => kind === "variable");
  const [proof, others] = [
    files.filter(({ kind }) => kind === "proof workflow"),
    files.filter(({ kind }) => kind !== "proof workflow"),
  ];
  return [
    ...proof.map(toFileItem),
    ...secrets.map(toRecordItem),
    ...apps.map(toAppItem),
    ...(hasPat ? [{ id: "pat", what: "the fine-grained PAT itself" }] : []),
    ...variables.map(toRecordItem),
    ...environments.filter(isOurs).map(toEnvironmentItem),
    ...others.map(toFileItem),
    ...machineItems(machine),
  ];
}

function toFileItem({ kind, path }: RemainingFile): RemainingItem {
  return { id: fileItemId({ path }), what: `the ${kind} ${path}` };
}

export function fileItemId({ path }: Pick<RemainingFile, "path">): string {
  return `file ${path}`;
}

export function recordItemId({ kind, name, environment }: RemainingRecord): string {
  return [kind, name, ...(environment === undefined ? [] : [environment])].join(" ");
}

function toRecordItem(record: RemainingRecord): RemainingItem {
  const { kind, name, environment } = record;
  const location = environment === undefined ? "the repository" : `the environment ${environment}`;
  return { id: recordItemId(record), what: `the ${kind} ${name} in ${location}` };
}

/** Returns whether an environment looks like one that setup creates. */
export function isOurs({ otherwiseUsed }: Pick<RemainingEnvironment, "otherwiseUsed">): boolean {
  return otherwiseUsed === undefined;
}

function toEnvironmentItem(environment: RemainingEnvironment): RemainingItem {
  return { id: environmentItemId(environment), what: `the environment ${environment.name}` };
}

export function environmentItemId({ name }: Pick<RemainingEnvironment, "name">): string {
  return `environment ${name}`;
}

export function appItemId({
  role,
  clientId,
  slug,
}: Pick<RemainingApp, "role" | "clientId" | "slug">): string {
  return `${role} app ${clientId ?? slug}`;
}

function toAppItem(app: RemainingApp): RemainingItem {
  const name = app.slug ?? app.clientId ?? "";
  const seen = app.presence === "unknown" ? "; its existence could not be checked" : "";
  return { id: appItemId(app), what: `the ${titleOf(app.role)} ${name}${seen}` };
}

function machineItems({ files, held }: MachineInventory): RemainingItem[] {
  const kept = files.length === 0 ? [] : [`${count(files.length, "file")} in the state directory`];
  const keys = held.length === 0 ? [] : [`${count(held.length, "key")} in the keychain`];
  const all = [...kept, ...keys];
  return all.length === 0 ? [] : [{ id: "machine", what: `on this machine: ${all.join(", ")}` }];
}

/** Returns whether the repository is not visible and has no data on this machine. */
export function isUnknown(inventory: Inventory): boolean {
  return inventory.repository === "gone" && listOwn(inventory).length === 0;
}

export function isPatRecord({ name }: Pick<RemainingRecord, "name">): boolean {
  return name === patSecret;
}
