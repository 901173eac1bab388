import { ceilings } from "../../credentials/apps/ceilings.ts";
import type { AppRole } from "../../credentials/apps/app-role.ts";
import type { Level } from "../../credentials/apps/ceilings.ts";
import { byLabel, labelOf, formatLevel } from "../../credentials/apps/permission-words.ts";
import { appRecords } from "../../credentials/records.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import type { Readiness } from "./preflight.ts";

/** Something to know, by its name. */
interface Row {
  readonly name: string;
  readonly text: string;
}

export interface PlannedApp {
  readonly role: AppRole;
  readonly profile: HostProfile;
  readonly repository: RepositoryName;
  readonly ready: Readiness;
  /** The name that it will have, and whether it is asked for yet. */
  readonly name: string;
  readonly isNameOpen: boolean;
}

/** What making one App will make, and what it leaves as it is, told before any of it is done. */
export function describePlan({
  role,
  profile,
  repository,
  ready,
  name,
  isNameOpen,
}: PlannedApp): Row[] {
  const { account, isOwner, loginSource } = ready;
  const { variable, secret } = appRecords[role];
  return [
    { name: "App", text: isNameOpen ? `${name}; you can change the name next` : name },
    { name: "Owner", text: `${account.login}; private, without events` },
    ...listCeiling(role),
    { name: "Installed on", text: `${repository.full} first` },
    { name: "Client ID", text: `becomes the variable ${variable} there` },
    { name: "Private key", text: `becomes the secret ${secret} there` },
    {
      name: "On the way",
      text: "the key is in this program's memory: no file, no argument, no log",
    },
    {
      name: "Signed in",
      text: `on ${profile.host}, by ${profile.brand.cli.command} with ${loginSource}`,
    },
    ...(isOwner ? [] : [{ name: "Approval", text: `an owner of ${account.login}; you are none` }]),
    { name: "Stays", text: `every other App, and everything else in ${repository.full}` },
  ];
}

/** What it may do, a row each level, in the words of the forge's form. */
function listCeiling(role: AppRole): Row[] {
  const levels: readonly Level[] = ["write", "read"];
  return levels.flatMap((level) => {
    const labels = labelsAt(role, level);
    return labels.length === 0 ? [] : [{ name: formatLevel(level), text: labels.join(", ") }];
  });
}

function labelsAt(role: AppRole, level: Level): string[] {
  return byLabel(ceilings[role])
    .filter(([, found]) => found === level)
    .map(([permission]) => labelOf(permission));
}

/** The ceiling in two short lists: what it writes, what it reads. */
export function summarizeCeiling(role: AppRole): string {
  const list = (level: Level) => `${formatLevel(level)}: ${labelsAt(role, level).join(", ")}`;
  if (labelsAt(role, "write").length === 0) return `${list("read")}; writes nothing`;
  return `${list("write")}; ${list("read")}`;
}

/** The permissions to tick for an App that is made by hand: a row each level, without what the forge ticks itself. */
export function listTicks(role: AppRole): Row[] {
  const ticked = byLabel(ceilings[role]).filter(([permission]) => permission !== "metadata");
  const levels: readonly Level[] = ["write", "read"];
  return levels.flatMap((level) => {
    const labels = ticked.filter(([, found]) => found === level).map(([name]) => labelOf(name));
    return labels.length === 0 ? [] : [{ name: formatLevel(level), text: labels.join(", ") }];
  });
}
