import { appRoles } from "../../credentials/apps/app-role.ts";
import type { AppRole } from "../../credentials/apps/app-role.ts";
import type { Permissions } from "../../credentials/apps/ceilings.ts";
import type { NeededApps } from "../../credentials/profile/needed-apps.ts";
import { appRecords } from "../../credentials/records.ts";
import type { Account } from "../../forge/account.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { registrationLink } from "../../forge/web-links.ts";
import { nameApp } from "./app-name.ts";
import { evaluateCredential, halfReasons } from "./credential-state.ts";
import type { CredentialFacts } from "./credential-state.ts";
import { buildManifest } from "./manifest.ts";
import type { AppManifest } from "./manifest.ts";

/** What a setup would do with an App. */
export type PlanStatus = "would-be-created" | "exists" | "not-needed" | "undecided";

export interface AppPlan {
  readonly role: AppRole;
  readonly status: PlanStatus;
  /** The reason for the status, as a sentence. */
  readonly reason: string;
  /** Client ID of the existing App; null if there is none, or if it is not visible. */
  readonly clientId: string | null;
  readonly variable: string;
  readonly secret: string;
  readonly manifest: AppManifest;
  /** The registration page of the account that owns the control repository. */
  readonly registrationUrl: string;
}

/** The plan of a setup. It is the output of `setup --dry-run --json`. */
export interface SetUpPlan {
  readonly repo: string;
  readonly host: string;
  /** The operator's access; null if the forge was not contacted. */
  readonly access: { readonly isAdmin: boolean; readonly isOwner: boolean } | null;
  /** State of the committed settings; null if the forge was not contacted. */
  readonly scope: "valid" | "missing" | "broken" | null;
  /** The profile for the scope; null if it is not decided. */
  readonly profile: string | null;
  /** Requirements that are not met, as clauses. */
  readonly problems: readonly string[];
  readonly apps: readonly AppPlan[];
}

/** Facts that the forge reports for a plan. */
export interface PlanFacts extends Required<Pick<SetUpPlan, "access" | "scope" | "problems">> {
  readonly account: Pick<Account, "login" | "kind">;
  readonly needed: NeededApps;
  /** Facts about each App's credential; undefined if this account cannot list the records. */
  readonly credentials: Readonly<Record<AppRole, CredentialFacts>> | undefined;
}

export interface PlanOptions {
  readonly profile: HostProfile;
  readonly repository: RepositoryName;
  readonly appNames: Readonly<Partial<Record<AppRole, string>>>;
  /** Permissions to request for the scope. */
  readonly ceilings: Readonly<Record<AppRole, Permissions>>;
  /** Port of the loopback page; 0 means that the system chooses it later. */
  readonly port: number;
}

/**
 * Plans a setup without contacting the forge.
 * @param facts facts that were read from the forge; undefined if it was not contacted
 */
export function planSetUp(options: PlanOptions, facts?: PlanFacts): SetUpPlan {
  const { profile, repository, appNames, ceilings, port } = options;
  const redirectUrl = `http://127.0.0.1:${port}/registered`;
  // Without the forge's answer, the account may also be a personal account, whose path is
  // `/settings/apps/new`.
  const account = facts?.account ?? { login: repository.owner, kind: "organization" };
  return {
    repo: repository.full,
    host: profile.host,
    access: facts?.access ?? null,
    scope: facts?.scope ?? null,
    profile: facts?.needed.isDecided === true ? facts.needed.profile : null,
    problems: facts?.problems ?? [],
    apps: appRoles.map((role) => {
      const name = appNames[role] ?? nameApp(repository, role);
      const request = { profile, repository, role, name, ceiling: ceilings[role] };
      const known = facts?.credentials?.[role];
      return {
        role,
        ...planApp(role, facts),
        clientId: known?.halves.clientId ?? known?.named?.clientId ?? null,
        ...appRecords[role],
        manifest: buildManifest(request, redirectUrl),
        registrationUrl: registrationLink(profile, account),
      };
    }),
  };
}

function planApp(role: AppRole, facts: PlanFacts | undefined): Pick<AppPlan, "status" | "reason"> {
  if (!facts) {
    const reason = "It depends on the scope, and the forge was not contacted.";
    return { status: "undecided", reason };
  }
  const { needed, credentials } = facts;
  const known = credentials?.[role];
  if (!needed.roles.includes(role)) {
    const reason = needed.isDecided
      ? `It is not needed for the profile ${needed.profile}.`
      : "It is not needed for this scope.";
    const isStored = known?.halves.hasKey === true || known?.halves.clientId !== undefined;
    const drop = isStored ? " Setup offers to delete its records." : "";
    return { status: "not-needed", reason: `${reason}${drop}` };
  }
  const credential = known && evaluateCredential(known);
  if (credential?.state === "pair") {
    return { status: "exists", reason: "Its client ID and key are stored." };
  }
  if (credential?.state === "half") {
    return { status: "exists", reason: halfReasons[credential.reason] };
  }
  if (!needed.isDecided) return { status: "undecided", reason: needed.reason };
  return known
    ? { status: "would-be-created", reason: `It is needed for the profile ${needed.profile}.` }
    : { status: "undecided", reason: "This account cannot list the stored records." };
}
