import { ceilings, permissionReasons } from "../../credentials/apps/ceilings.ts";
import { titleOf } from "../../credentials/apps/app-role.ts";
import type { AppRole } from "../../credentials/apps/app-role.ts";
import type { Permission } from "../../credentials/apps/ceilings.ts";
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

/** The ceiling in two short lists: what it reads, what it writes. */
export function summarizeCeiling(role: AppRole): string {
  const names = (level: string) =>
    Object.entries(ceilings[role])
      .filter(([, found]) => found === level)
      .map(([permission]) => wordsOf(permission));
  const writes = names("write");
  const reads = `reads ${names("read").join(", ")}`;
  return writes.length === 0 ? `${reads}; writes nothing` : `writes ${writes.join(", ")}; ${reads}`;
}

/** The permissions to tick for an App that is made by hand, with the reason of each. */
export function listTicks(role: AppRole): string[] {
  return Object.entries(ceilings[role])
    .filter(([permission]) => permission !== "metadata")
    .map(
      ([permission, level]) =>
        `${wordsOf(permission)}: ${level} (${permissionReasons[permission as Permission]})`,
    );
}

function wordsOf(permission: string): string {
  return permission.replaceAll("_", " ");
}
