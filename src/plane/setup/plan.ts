import { appRoles } from "../../credentials/apps/app-role.ts";
import type { AppRole } from "../../credentials/apps/app-role.ts";
import { appRecords } from "../../credentials/records.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { nameApp } from "./app-name.ts";
import { registrationLink } from "../../forge/web-links.ts";
import { buildManifest } from "./manifest.ts";
import type { AppManifest } from "./manifest.ts";

/** Planned result of a setup, computed without requests to the forge. */
export interface SetUpPlan {
  readonly repo: string;
  readonly apps: readonly {
    readonly role: AppRole;
    readonly variable: string;
    readonly secret: string;
    readonly manifest: AppManifest;
    /**
     * The registration page of the organization. For a personal account, its path is
     * `/settings/apps/new`.
     */
    readonly registrationUrl: string;
  }[];
}

export interface PlanOptions {
  readonly profile: HostProfile;
  readonly repository: RepositoryName;
  readonly appNames: Readonly<Partial<Record<AppRole, string>>>;
  /** Port of the loopback page; 0 means that the system chooses it later. */
  readonly port: number;
}

export function planSetUp({ profile, repository, appNames, port }: PlanOptions): SetUpPlan {
  const redirectUrl = `http://127.0.0.1:${port}/registered`;
  const account = { login: repository.owner, kind: "organization" } as const;
  return {
    repo: repository.full,
    apps: appRoles.map((role) => {
      const name = appNames[role] ?? nameApp(repository, role);
      return {
        role,
        ...appRecords[role],
        manifest: buildManifest({ profile, repository, role, name }, redirectUrl),
        registrationUrl: registrationLink(profile, account),
      };
    }),
  };
}
