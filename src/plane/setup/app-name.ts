import { createHash } from "node:crypto";
import type { AppRole } from "../../credentials/apps/app-role.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";

/** GitHub's limit for the length of an App name. */
export const appNameLimit = 34;

const hashLength = 6;

/**
 * Returns the default name of an App. It is stable across reruns and differs for each role and
 * repository. A hash makes the name unique if the plain form is ambiguous (`a-b/c` and `a/b-c`) or
 * too long.
 */
export function nameApp(repository: RepositoryName, role: AppRole): string {
  const words = `${repository.owner}-${repository.name}`.toLowerCase();
  const safe = words.replaceAll(/[^a-z\d]+/g, "-").replaceAll(/^-|-$/g, "");
  const plain = `gatehouse-${safe}-${role}`;
  // A repository name that looks like a hash also makes the plain form ambiguous.
  const isClear = /^[a-z\d]+\/(?![a-f\d]{6}$)[a-z\d]+$/.test(repository.full.toLowerCase());
  if (isClear && plain.length <= appNameLimit) return plain;
  const hash = createHash("sha256").update(repository.full.toLowerCase()).digest("hex");
  const end = `-${hash.slice(0, hashLength)}-${role}`;
  return `${`gatehouse-${safe}`.slice(0, appNameLimit - end.length).replace(/-$/, "")}${end}`;
}

/** Returns the reason why GitHub would reject a name; undefined if the name is valid. */
export function checkAppName(name: string): string | undefined {
  if (name.trim() !== name || name === "")
    return "The name must not be empty, or start or end with a space.";
  if (name.length > appNameLimit) {
    return `The name must not exceed ${appNameLimit} characters; this one has ${name.length}.`;
  }
  if (!/^[A-Za-z\d][\w .-]*$/.test(name)) return "Use only letters, digits, spaces and - _ .";
  if (/^(github|gist)/i.test(name)) return "Names that start with github or gist are reserved.";
  return undefined;
}

/** Returns the slug of a name, which GitHub uses in URLs. */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}
