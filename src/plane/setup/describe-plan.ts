import type { AppRole } from "../../credentials/apps/app-role.ts";
import type { Level, Permissions } from "../../credentials/apps/ceilings.ts";
import { byLabel, labelOf, formatLevel } from "../../credentials/apps/permission-words.ts";
import { appRecords } from "../../credentials/records.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import type { Readiness } from "./preflight.ts";

interface Row {
  readonly name: string;
  readonly text: string;
}

export interface PlannedApp {
  readonly role: AppRole;
  readonly profile: HostProfile;
  readonly repository: RepositoryName;
  readonly ready: Readiness;
  readonly name: string;
  readonly isNameOpen: boolean;
  readonly ceiling: Permissions;
}

/** Describes in advance what creating one App changes, and what stays unchanged. */
export function describePlan({
  role,
  profile,
  repository,
  ready,
  name,
  isNameOpen,
  ceiling,
}: PlannedApp): Row[] {
  const { account, isOwner, loginSource } = ready;
  const { variable, secret } = appRecords[role];
  return [
    { name: "App", text: isNameOpen ? `${name}; you can change the name next` : name },
    { name: "Owner", text: `${account.login}; private, without events` },
    ...listCeiling(ceiling),
    { name: "Installed on", text: `${repository.full} first` },
    { name: "Client ID", text: `stored as the repository variable ${variable}` },
    { name: "Private key", text: `stored as the repository secret ${secret}` },
    {
      name: "In transit",
      text: "the key is kept only in memory, never in a file, argument or log",
    },
    {
      name: "Signed in",
      text: `to ${profile.host} through ${profile.brand.cli.command}, with ${loginSource}`,
    },
    ...(isOwner ? [] : [{ name: "Approval", text: `required from an owner of ${account.login}` }]),
    { name: "Unchanged", text: `every other App, and everything else in ${repository.full}` },
  ];
}

/** Lists the App's permissions, one row per level, with the labels of GitHub's form. */
function listCeiling(ceiling: Permissions): Row[] {
  const levels: readonly Level[] = ["write", "read"];
  return levels.flatMap((level) => {
    const labels = labelsAt(ceiling, level);
    return labels.length === 0 ? [] : [{ name: formatLevel(level), text: labels.join(", ") }];
  });
}

function labelsAt(ceiling: Permissions, level: Level): string[] {
  return byLabel(ceiling)
    .filter(([, found]) => found === level)
    .map(([permission]) => labelOf(permission));
}

/** Summarizes the ceiling in two short lists: write and read permissions. */
export function summarizeCeiling(ceiling: Permissions): string {
  const list = (level: Level) => `${formatLevel(level)}: ${labelsAt(ceiling, level).join(", ")}`;
  if (labelsAt(ceiling, "write").length === 0) return `${list("read")}; writes nothing`;
  return `${list("write")}; ${list("read")}`;
}

/**
 * Lists the permissions to select for a manually created App, one row per level. GitHub selects
 * Metadata automatically.
 */
export function listTicks(ceiling: Permissions): Row[] {
  const { metadata: _, ...selected } = ceiling;
  return listCeiling(selected);
}
