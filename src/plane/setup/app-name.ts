import { createHash } from "node:crypto";
import type { AppRole } from "../../credentials/apps/app-role.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";

/** The forge takes no longer names. */
export const appNameLimit = 34;

const hashLength = 6;

/**
 * The name that an App gets unless the operator says another one: the same for each rerun, another for each role
 * and repository. Where the plain form is ambiguous (`a-b/c` and `a/b-c`) or too long, a hash tells them apart.
 */
export function nameApp(repository: RepositoryName, role: AppRole): string {
  const words = `${repository.owner}-${repository.name}`.toLowerCase();
  const safe = words.replaceAll(/[^a-z\d]+/g, "-").replaceAll(/^-|-$/g, "");
  const plain = `gatehouse-${safe}-${role}`;
  // A repository whose own name looks like a hash is not clear either.
  const isClear = /^[a-z\d]+\/(?![a-f\d]{6}$)[a-z\d]+$/.test(repository.full.toLowerCase());
  if (isClear && plain.length <= appNameLimit) return plain;
  const hash = createHash("sha256").update(repository.full.toLowerCase()).digest("hex");
  const end = `-${hash.slice(0, hashLength)}-${role}`;
  return `${`gatehouse-${safe}`.slice(0, appNameLimit - end.length).replace(/-$/, "")}${end}`;
}

/** Says what the forge would not take about a name, or nothing. */
export function checkAppName(name: string): string | undefined {
  if (name.trim() !== name || name === "")
    return "A name has no spaces around it and is not empty.";
  if (name.length > appNameLimit) {
    return `A name has at most ${appNameLimit} characters; this has ${name.length}.`;
  }
  if (!/^[A-Za-z\d][\w .-]*$/.test(name)) return "Use letters, digits, spaces and - _ . only.";
  if (/^(github|gist)/i.test(name)) return "The forge keeps names that begin so for itself.";
  return undefined;
}

/** What the forge makes of a name in addresses. */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}
