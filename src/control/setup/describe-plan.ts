import { ceilings } from "../../credentials/apps/ceilings.ts";
import { titleOf } from "../../credentials/apps/app-role.ts";
import type { AppRole } from "../../credentials/apps/app-role.ts";
import type { Level } from "../../credentials/apps/ceilings.ts";
import {
  byLabel,
  labelOf,
  reasonOf,
  sayLevel,
  sayPermission,
} from "../../credentials/apps/permission-words.ts";
import { appRecords } from "../../credentials/records.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import type { Readiness } from "./preflight.ts";

/** What setup is going to do, told before it does any of it. */
export function describePlan(
  repository: RepositoryName,
  { host }: HostProfile,
  { account, isOwner, loginSource, roles }: Readiness & { roles: readonly AppRole[] },
): string[] {
  return [
    `For ${repository.full} on ${host}. The forge CLI signs in with ${loginSource}.`,
    "",
    ...roles.flatMap((role) => [
      `${titleOf(role)}: private, owned by ${account.login}, without events, installed on ${repository.full} first.`,
      `  ${summarizeCeiling(role)}`,
      `  client ID → variable ${appRecords[role].variable}`,
      `  private key → secret ${appRecords[role].secret}`,
      "",
    ]),
    ...(isOwner
      ? []
      : [
          `You are not an owner of ${account.login}: an owner has to approve each installation.`,
          "",
        ]),
    "You create each App in the browser with one button, and choose its repository with another. The forge may ask for your password first.",
    "The keys go from the forge to this program's memory and from there into the secrets: no file, no argument, no log.",
  ];
}

/** The ceiling in two short lists: what it writes, what it reads. */
export function summarizeCeiling(role: AppRole): string {
  const labels = (level: Level) =>
    byLabel(ceilings[role])
      .filter(([, found]) => found === level)
      .map(([permission]) => labelOf(permission));
  const list = (level: Level) => `${sayLevel(level)}: ${labels(level).join(", ")}`;
  if (labels("write").length === 0) return `${list("read")}; writes nothing`;
  return `${list("write")}; ${list("read")}`;
}

/** The permissions to tick for an App that is made by hand, with this App's reason for each. */
export function listTicks(role: AppRole): string[] {
  const { metadata: _, ...ticked } = ceilings[role];
  return byLabel(ticked).map(
    ([permission, level]) => `${sayPermission(permission, level)} (${reasonOf(role, permission)})`,
  );
}
