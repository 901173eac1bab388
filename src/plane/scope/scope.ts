import { createHash } from "node:crypto";
import type { Known, ProfileFacts, TargetKind } from "../../credentials/profile/facts.ts";
import type { Level, Permission } from "../../credentials/apps/ceilings.ts";
import type { AppRole } from "../../credentials/apps/app-role.ts";
import { uniqueNames } from "../../forge/repository-name.ts";
import { ownersOf } from "./owners.ts";
import type { Settings } from "./settings.ts";

/** Every API that an enabled package needs, each once. */
export function requiredApis({ packages }: Settings): Permission[] {
  const words = packages.flatMap(({ apis, permissions }) => [
    ...apis,
    ...(Object.keys(permissions) as Permission[]),
  ]);
  return [...new Set(words)].toSorted();
}

/** The permissions of all packages together, each at the highest level that one of them needs. */
export function requiredPermissions({ packages }: Settings): Partial<Record<Permission, Level>> {
  const merged: Partial<Record<Permission, Level>> = {};
  for (const { apis, permissions } of packages) {
    for (const api of apis) merged[api] ??= "read";
    for (const [name, level] of Object.entries(permissions) as [Permission, Level][]) {
      if (merged[name] !== "write") merged[name] = level;
    }
  }
  return merged;
}

/**
 * The repositories that an App's installation covers, the control repository first: the read App reads every target,
 * the write App is installed only where approved safe outputs may write.
 * @see spec/credentials.md, "App setup rules"
 */
export function enrolledRepositories(
  { targets, mode, destination, alternateRepository }: Settings,
  controlRepository: string,
  role: AppRole,
): string[] {
  const alternate = alternateRepository === undefined ? [] : [alternateRepository];
  const writesToTargets = mode === "live" || destination === "target";
  const approved = role === "read" || writesToTargets ? [...targets, ...alternate] : alternate;
  return uniqueNames([controlRepository, ...approved]);
}

export interface KnownFromForge {
  /** `owner/name` */
  readonly controlRepository: string;
  /** By the target's name as the settings spell it. What is not known counts as private. */
  readonly visibilities: ReadonlyMap<string, "public" | "private" | "internal">;
  readonly appInstallable: Known;
  readonly patEligible: Known;
  readonly patConsent: Known;
}

/** The facts for `decideProfile`. */
export function gatherProfileFacts(settings: Settings, known: KnownFromForge): ProfileFacts {
  const control = known.controlRepository.toLowerCase();
  const kindOf = (target: string): TargetKind =>
    target.toLowerCase() === control ? "self" : (known.visibilities.get(target) ?? "private");
  const { mode, destination, targets, alternateRepository } = settings;
  const { appInstallable, patEligible, patConsent } = known;
  return {
    targets: [...new Set(targets.map(kindOf))],
    mode,
    destination,
    appInstallable,
    patEligible,
    patConsent,
    // A credential has to cover the alternate repository as well.
    owners: ownersOf(
      alternateRepository === undefined ? targets : [...targets, alternateRepository],
    ),
    requiredApis: requiredApis(settings),
    controlOwner: known.controlRepository.split("/")[0] ?? "",
  };
}

const scopeParts = ["targets", "required APIs", "mode", "review destination"] as const;
export type ScopePart = (typeof scopeParts)[number];

/**
 * What the choice of a profile rests on, as a short text to keep beside the choice: `targets.apis.mode.destination`,
 * each part a digest. Order and spelling of names do not count; caps and names of packages do not either.
 */
export function scopeFingerprint(settings: Settings): string {
  const { mode, destination, alternateRepository = "" } = settings;
  const permissions = Object.entries(requiredPermissions(settings)).map((pair) => pair.join(":"));
  const parts = [
    settings.targets.map((target) => target.toLowerCase()).toSorted(),
    permissions.toSorted(),
    mode,
    [destination, alternateRepository.toLowerCase()],
  ];
  return parts.map(digest).join(".");
}

/** What changed since a profile was chosen; with anything in it, the profile has to be reviewed again. */
export function compareScope(recorded: string, current: string): ScopePart[] {
  const before = recorded.split(".");
  const now = current.split(".");
  return scopeParts.filter((_, index) => before[index] !== now[index]);
}

function digest(part: unknown): string {
  return createHash("sha256").update(JSON.stringify(part)).digest("hex").slice(0, 16);
}
