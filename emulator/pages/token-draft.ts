import {
  fineGrainedPermissions,
  isLevel,
  levelsOf,
  withMetadata,
  type Permissions,
} from "../auth/permission-words.ts";
import { findAccount, owns, repositoriesOf, roleInOrganization } from "../state/find.ts";
import { timestamp } from "../state/timestamp.ts";
import type { Account } from "../state/world.ts";
import type { Visit } from "./visit.ts";

/** The requested settings of a fine-grained token. */
export interface TokenDraft {
  name: string;
  description: string;
  owner: string;
  expiresIn: string;
  expiresAt: string | null;
  repositories: "public" | "all" | "selected";
  repositoryIds: number[];
  permissions: Permissions;
}

interface Drafted {
  draft: TokenDraft;
  problems: string[];
}

const longestName = 40;
const longestDescription = 1024;
const mostDays = 366;
const usualDays = "30";

/** Lists possible resource owners: the user, and organizations that allow fine-grained tokens. */
export function ownersFor({ forge: { world }, viewer }: Visit): Account[] {
  return world.accounts.filter(
    ({ login, type, fineGrainedTokens }) =>
      login === viewer.login ||
      (type === "Organization" &&
        fineGrainedTokens !== "forbidden" &&
        roleInOrganization(world, viewer.login, login)),
  );
}

/** Reads the values that a link prefills. */
export function draftFromQuery(visit: Visit): Drafted {
  const { query, viewer } = visit;
  const problems: string[] = [];
  const wanted = query.get("target_name") ?? viewer.login;
  const owner = ownersFor(visit).find(({ login }) => login.toLowerCase() === wanted.toLowerCase());
  if (!owner) problems.push("Cannot find the specified resource owner");
  const draft = {
    name: query.get("name") ?? "",
    description: query.get("description") ?? "",
    owner: owner?.login ?? viewer.login,
    expiresIn: query.get("expires_in") ?? usualDays,
    expiresAt: null,
    repositories: "public" as const,
    repositoryIds: [],
    permissions: permissionsFrom((word) => query.get(word)),
  };
  return { draft, problems: [...problems, ...checkWords(draft)] };
}

export function draftFromForm(visit: Visit): Drafted {
  const { form, forge } = visit;
  const owner = form.get("owner") ?? "";
  const owned = repositoriesOf(forge.world, owner).map(({ id }) => id);
  const wanted = form.getAll("repository_ids[]").map(Number);
  const expiresIn = form.get("expires_in") ?? usualDays;
  const repositories = (["all", "selected"] as const).find(
    (each) => each === form.get("repositories"),
  );
  const draft: TokenDraft = {
    name: form.get("name") ?? "",
    description: form.get("description") ?? "",
    owner,
    expiresIn,
    expiresAt: expiryOf(expiresIn, forge.now()),
    repositories: repositories ?? "public",
    repositoryIds: repositories === "selected" ? owned.filter((id) => wanted.includes(id)) : [],
    permissions: withMetadata(permissionsFrom((word) => form.get(`permissions[${word}]`))),
  };
  return { draft, problems: [...checkWords(draft), ...checkChoices(visit, draft)] };
}

/** Returns whether the token requires approval. Owners do not need approval. */
export function waitsForApproval({ forge, viewer, play }: Visit, draft: TokenDraft): boolean {
  if (play?.kind === "approval-pending") return true;
  const owner = findAccount(forge.world, draft.owner);
  return owner?.tokensNeedApproval === true && !owns(forge.world, viewer.login, draft.owner);
}

function checkWords({ name, description, expiresIn }: TokenDraft): string[] {
  const days = Number(expiresIn);
  const isExpiry =
    expiresIn === "none" || (Number.isInteger(days) && days >= 1 && days <= mostDays);
  return [
    ...(name.length > longestName
      ? [`Name is too long (maximum is ${longestName} characters)`]
      : []),
    ...(description.length > longestDescription ? ["Description is too long"] : []),
    ...(isExpiry ? [] : [`Expiration must be between 1 and ${mostDays} days, or none`]),
  ];
}

function checkChoices(
  visit: Visit,
  { name, owner, repositories, repositoryIds }: TokenDraft,
): string[] {
  const isOwner = ownersFor(visit).some(({ login }) => login === owner);
  return [
    ...(name === "" ? ["Name can't be blank"] : []),
    ...(isOwner ? [] : ["Cannot find the specified resource owner"]),
    ...(repositories === "selected" && repositoryIds.length === 0
      ? ["Select at least one repository"]
      : []),
  ];
}

function expiryOf(expiresIn: string, now: Date): string | null {
  const days = Number(expiresIn);
  if (expiresIn === "none" || !Number.isFinite(days)) return null;
  return timestamp(new Date(now.getTime() + days * 86_400_000));
}

/**
 * Reads the permissions. Permissions that fine-grained tokens cannot have are ignored, as on
 * GitHub.
 */
function permissionsFrom(read: (word: string) => string | null): Permissions {
  return Object.fromEntries(
    Object.keys(fineGrainedPermissions).flatMap((word) => {
      const level = read(word);
      return isLevel(level) && levelsOf(word).includes(level) ? [[word, level]] : [];
    }),
  );
}
