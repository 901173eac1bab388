import type { Call } from "../http/call.ts";
import { invalid } from "../http/reply.ts";
import { findRepository } from "../state/find.ts";
import { claimName } from "../state/moves.ts";
import type { Repository } from "../state/repository.ts";
import { makeRepository } from "../state/seed.ts";
import { timestamp } from "../state/timestamp.ts";

export interface NewRepositoryRequest extends Pick<
  Repository,
  "name" | "visibility" | "description"
> {
  /**
   * Whether the repository starts with a README. A repository without files is empty and has no
   * branch.
   */
  readonly hasReadme: boolean;
}

/**
 * Creates a repository. The caller's permissions have already been checked. @throws Refusal (422)
 */
export function addRepository(
  call: Call,
  owner: string,
  request: NewRepositoryRequest,
): Repository {
  const { forge } = call;
  const { visibility, description, hasReadme } = request;
  const name = spellName(request.name);
  checkFree(call, { owner, name });
  return forge.change((world) => {
    const full = `${owner}/${name}`;
    const createdAt = timestamp(forge.now());
    const fresh = makeRepository(world, { name: full, visibility, createdAt });
    fresh.description = description;
    if (!hasReadme) fresh.files = [];
    claimName(world, full);
    world.repositories.push(fresh);
    return fresh;
  });
}

/** Replaces spaces and other invalid characters with hyphens. */
export function spellName(name: string): string {
  return name.replace(/[^\w.-]/g, "-");
}

/** @throws Refusal (422) if another repository already has this name */
export function checkFree(
  { forge }: Call,
  { owner, name }: { owner: string; name: string },
  self?: Repository,
): void {
  const found = findRepository(forge.world, `${owner}/${name}`);
  if (!found || found === self) return;
  throw invalid("name already exists on this account", "name", "Repository");
}
