import { tokensPage } from "../../forge/web-links.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import type { Level, Permissions } from "../apps/ceilings.ts";
import { byLabel, labelOf } from "../apps/permission-words.ts";
import { isPatApi } from "../profile/apis.ts";

export interface PatPlan {
  readonly host: Pick<HostProfile, "webUrl">;
  readonly resourceOwner: string;
  /** `owner/name`; the token's name is made of it. */
  readonly controlRepository: string;
  readonly repositories: readonly string[];
  readonly permissions: Permissions;
  readonly lifetimeDays: number;
  readonly now: Date;
}

/** One line of what the operator has to see ticked on the page. */
interface PermissionTick {
  readonly title: string;
  readonly level: Level;
  /** `false`: the page has no such permission for a PAT, whatever the link says. */
  readonly isPossible: boolean;
}

export interface PatTemplate {
  readonly name: string;
  /** The creation page, filled in as far as it takes it. */
  readonly url: string;
  /** The page takes no repositories from the link, and some hosts ignore all of it: everything is listed to check. */
  readonly repositories: readonly string[];
  readonly permissions: readonly PermissionTick[];
}

const longestLifetimeDays = 366;
const longestName = 40;

/** @see facts/forge.md, section 8; the parameters are documented for the public host only */
export function buildPatTemplate(plan: PatPlan): PatTemplate {
  const asked = byLabel(plan.permissions);
  const name = namePat(plan.controlRepository, plan.now);
  const url = new URL(`${tokensPage(plan.host)}/new`);
  url.searchParams.set("name", name);
  url.searchParams.set("description", `Control plane of ${plan.controlRepository}`);
  url.searchParams.set("target_name", plan.resourceOwner);
  url.searchParams.set("expires_in", String(plan.lifetimeDays));
  for (const [permission, level] of asked) {
    // The forge adds metadata by itself.
    if (isPatApi(permission) && permission !== "metadata") url.searchParams.set(permission, level);
  }
  return {
    name,
    url: url.href,
    repositories: plan.repositories,
    permissions: asked.map(([permission, level]) => ({
      title: labelOf(permission),
      level,
      isPossible: isPatApi(permission),
    })),
  };
}

/** Says what is wrong with a lifetime in days, or nothing. */
export function checkLifetimeDays(text: string): string | undefined {
  const days = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0;
  const isPossible = days >= 1 && days <= longestLifetimeDays;
  return isPossible
    ? undefined
    : `A whole number of days from 1 to ${longestLifetimeDays} is needed.`;
}

/** Names are unique for each user: the date keeps a replacement apart from the token that it replaces. */
function namePat(controlRepository: string, now: Date): string {
  const [, repository = controlRepository] = controlRepository.split("/");
  const date = now.toISOString().slice(0, 10);
  const room = longestName - `gatehouse  ${date}`.length;
  return `gatehouse ${repository.slice(0, room)} ${date}`;
}
