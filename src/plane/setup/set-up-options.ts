import type { AppRole } from "../../credentials/apps/app-role.ts";
import { appRoles } from "../../credentials/apps/app-role.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import type { SnapshotRequest } from "../../forge/resources/repository-snapshot.ts";
import { nameApp, slugOf } from "./app-name.ts";

interface Asked {
  readonly repository: RepositoryName;
  /** From the command line; otherwise the setup proposes one. */
  readonly appNames: Readonly<Partial<Record<AppRole, string>>>;
  /** Of the files that setup reads. */
  readonly paths: readonly string[];
}

/** What a setup reads of the forge before its first question, or soon after. */
export function describeSetUpChoice({ repository, appNames, paths }: Asked): SnapshotRequest {
  return {
    paths,
    environments: "told",
    accounts: appRoles.map((role) => slugOf(appNames[role] ?? nameApp(repository, role))),
    ownerRepositories: "told",
  };
}
