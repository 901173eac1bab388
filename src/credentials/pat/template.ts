import { tokensPage } from "../../forge/web-links.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import type { Level, Permissions } from "../apps/ceilings.ts";
import { byLabel, labelOf } from "../apps/permission-words.ts";
import { isPatApi } from "../profile/apis.ts";

export interface PatPlan {
  readonly host: Pick<HostProfile, "webUrl">;
  readonly resourceOwner: string;
  /** `owner/name`; part of the token's name. */
  readonly controlRepository: string;
  readonly repositories: readonly string[];
  readonly permissions: Permissions;
  readonly lifetimeDays: number;
  readonly now: Date;
}

/** One permission that must be selected on the page. */
interface PermissionTick {
  readonly title: string;
  readonly level: Level;
  /** False if the page does not offer this permission for PATs, even if the link requests it. */
  readonly isPossible: boolean;
}

export interface PatTemplate {
  readonly name: string;
  /** URL of the creation page, with all fields that the page accepts. */
  readonly url: string;
  /**
   * Repositories to select by hand: a link cannot preselect them, and some hosts ignore all fields
   * of the link.
   */
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
    // GitHub adds the metadata permission automatically.
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

/** Returns why a lifetime in days is not valid; undefined if it is valid. */
export function checkLifetimeDays(text: string): string | undefined {
  const days = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0;
  const isPossible = days >= 1 && days <= longestLifetimeDays;
  return isPossible ? undefined : `Enter a whole number of days from 1 to ${longestLifetimeDays}.`;
}

/**
 * Token names must be unique per user, so the time distinguishes a new token from the token that it
 * replaces, even on the same day.
 */
function namePat(controlRepository: string, now: Date): string {
  const [, repository = controlRepository] = controlRepository.split("/");
  const time = now.toISOString().slice(0, 16).replace("T", " ").replace(":", "");
  const room = longestName - `gatehouse  ${time}`.length;
  return `gatehouse ${repository.slice(0, room)} ${time}`;
}
