import type { AppRole } from "../../credentials/apps/app-role.ts";
import { appRoles } from "../../credentials/apps/app-role.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import type { SnapshotRequest } from "../../forge/resources/repository-snapshot.ts";
import { nameApp, slugOf } from "./app-name.ts";

interface Asked {
  readonly repository: RepositoryName;
  /** App names from the command line. For other Apps, setup proposes a name. */
  readonly appNames: Readonly<Partial<Record<AppRole, string>>>;
  /** Paths of the files that setup reads in the control repository. */
  readonly paths: readonly string[];
}

/** Lists the data that setup reads from the forge before or soon after its first question. */
export function describeSetUpChoice({ repository, appNames, paths }: Asked): SnapshotRequest {
  return {
    paths,
    environments: "reported",
    accounts: appRoles.map((role) => slugOf(appNames[role] ?? nameApp(repository, role))),
    ownerRepositories: "reported",
  };
}
