import type { AppRole } from "../../credentials/apps/app-role.ts";
import { titleOf } from "../../credentials/apps/app-role.ts";
import { patSecret } from "../../credentials/records.ts";
import type { RecordKind } from "../../credentials/stray-records.ts";
import type { Account } from "../../forge/account.ts";
import { count } from "../../shared/count.ts";
import type { LineChange } from "../../run/control/line-changes.ts";

/** One of our records, where it was found: of the repository, or of one of its environments. */
export interface RemainingRecord {
  readonly kind: RecordKind;
  readonly name: string;
  readonly environment?: string;
  /** Of a secret: when it was stored last, ISO 8601. */
  readonly storedAt?: string;
}

export type AppOwner = Pick<Account, "login" | "kind">;

/** An App that was made or brought for this control plane. */
export interface RemainingApp {
  readonly role: AppRole;
  /** Undefined for one that is known by its name only: a registration that was cut short. */
  readonly clientId: string | undefined;
  readonly slug: string | undefined;
  readonly installationId: number | undefined;
  /** Undefined where this login is not shown installations. */
  readonly isInstalled: boolean | undefined;
  /** What it reaches on its owner's account, where its installation is seen. */
  readonly selection: "all" | "selected" | undefined;
  /** `unknown`: nothing that this login may see tells whether it is there. */
  readonly standing: "there" | "unknown";
  /** Somebody brought it: it was not made by gatehouse, and others may use it. */
  readonly isBrought: boolean;
  /** Whose settings hold its page, as it tells itself: an App that was brought may be another account's. */
  readonly owner?: AppOwner;
}

export type FileKind = "proof workflow" | "control file" | "settings" | "decision";

/** A file that gatehouse committed. */
export interface RemainingFile {
  readonly kind: FileKind;
  readonly path: string;
  readonly sha: string;
  /** How it differs from what gatehouse would write; none where it cannot be told, or is as it was written. */
  readonly changes: readonly LineChange[];
}

/** A workflow of somebody's that imports the control file or names one of our records. */
export interface Dependant {
  readonly path: string;
  /** `part`: no workflow by itself, as the forge knows it. */
  readonly state: "enabled" | "disabled" | "part";
}

/** An environment of the PAT. */
export interface RemainingEnvironment {
  readonly name: string;
  /** Why it is not taken for one that the setup made; undefined where it holds nothing else. */
  readonly otherwiseUsed: string | undefined;
}

export interface KillSwitch {
  readonly variable: string;
  readonly value: string;
}

/** What this machine keeps. */
export interface MachineInventory {
  /** Names of files in the control plane's folder of the state folder. */
  readonly files: readonly string[];
  /** The keychain's account names of keys that were held. */
  readonly held: readonly string[];
}

/** What is there of a control plane, as far as this login sees it. */
export interface Inventory {
  /** `gone`: the forge does not show the repository; what this machine keeps is all that is known. */
  readonly repository: "there" | "gone";
  readonly ownerKind: "organization" | "user";
  readonly apps: readonly RemainingApp[];
  readonly records: readonly RemainingRecord[];
  /** Names that an organization shares with the repository: other repositories may use them. */
  readonly shared: readonly string[];
  /** The one that the settings name, and each that holds a record of ours, or did when a removal saw it. */
  readonly environments: readonly RemainingEnvironment[];
  /** Whether a PAT was chosen or is stored: nobody but its user sees whether it lives. */
  readonly hasPat: boolean;
  /** When it was stored last, ISO 8601: by this one PAT is told from the next; undefined where none is stored. */
  readonly patStoredAt: string | undefined;
  readonly files: readonly RemainingFile[];
  readonly dependants: readonly Dependant[];
  readonly switches: readonly KillSwitch[];
  /** What a fleet's workflow looks with, and its file: it may look at other control repositories, too. */
  readonly fleet: readonly string[];
  readonly activeRuns: number;
  readonly machine: MachineInventory;
  /** What this login was not shown: it may be there. */
  readonly unseen: readonly string[];
}

/** One thing of ours, by an id that is the same in each look. */
export interface RemainingItem {
  readonly id: string;
  readonly what: string;
}

/** Everything of ours that is there, one line each, in the order of the plan. */
export function listItems(remains: Inventory): RemainingItem[] {
  const hidden = { id: repositoryItemId, what: "the repository, which this login is not shown" };
  return [...(isHidden(remains) ? [hidden] : []), ...listOwn(remains)];
}

export const repositoryItemId = "repository";

/** The forge does not show a repository that this machine knows of: it is deleted, or hidden from this login. */
export function isHidden(remains: Inventory): boolean {
  return remains.repository === "gone" && listOwn(remains).length > 0;
}

function listOwn(remains: Inventory): RemainingItem[] {
  const { files, records, apps, environments, machine, hasPat } = remains;
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
  return { id: `file ${path}`, what: `the ${kind} ${path}` };
}

export function recordItemId({ kind, name, environment }: RemainingRecord): string {
  return [kind, name, ...(environment === undefined ? [] : [environment])].join(" ");
}

function toRecordItem(record: RemainingRecord): RemainingItem {
  const { kind, name, environment } = record;
  const place = environment === undefined ? "the repository" : `the environment ${environment}`;
  return { id: recordItemId(record), what: `the ${kind} ${name} of ${place}` };
}

/** As a setup makes one. */
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
  const seen = app.standing === "unknown" ? "; whether it is there is not seen" : "";
  return { id: appItemId(app), what: `the ${titleOf(app.role)} ${name}${seen}` };
}

function machineItems({ files, held }: MachineInventory): RemainingItem[] {
  const kept = files.length === 0 ? [] : [`${count(files.length, "file")} of the state folder`];
  const keys = held.length === 0 ? [] : [`${count(held.length, "key")} in the keychain`];
  const all = [...kept, ...keys];
  return all.length === 0 ? [] : [{ id: "machine", what: `on this machine: ${all.join(", ")}` }];
}

/** The forge does not show the repository, and this machine knows nothing of it. */
export function isUnknown(remains: Inventory): boolean {
  return remains.repository === "gone" && listOwn(remains).length === 0;
}

/** The PAT's records: where it lies is where its user has to look after it. */
export function isPatRecord({ name }: Pick<RemainingRecord, "name">): boolean {
  return name === patSecret;
}
