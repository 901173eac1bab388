import { createHash } from "node:crypto";
import type { Known, ProfileFacts, TargetKind } from "../../credentials/profile/facts.ts";
import type { Permission } from "../../credentials/apps/ceilings.ts";
import { appRoles, type AppRole } from "../../credentials/apps/app-role.ts";
import { uniqueNames } from "../../forge/repository-name.ts";
import { appCeiling } from "./app-ceiling.ts";
import { ownersOf } from "./owners.ts";
import { requiredPermissions } from "./required-permissions.ts";
import type { Settings } from "./settings.ts";

/** Returns the APIs that the enabled packages need, each once. */
export function requiredApis({ packages }: Settings): Permission[] {
  const words = packages.flatMap(({ apis, permissions }) => [
    ...apis,
    ...(Object.keys(permissions) as Permission[]),
  ]);
  return [...new Set(words)].toSorted();
}

/**
 * Returns the repositories for an App's installation, starting with the control repository. The
 * read App needs access to every target, the write App only to repositories that approved safe
 * outputs write to.
 *
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
  /**
   * Visibility by target name, spelled as in the settings. An unknown visibility counts as private.
   */
  readonly visibilities: ReadonlyMap<string, "public" | "private" | "internal">;
  readonly appInstallable: Known;
  readonly patEligible: Known;
  readonly patConsent: Known;
}

/** Collects the facts for `decideProfile`. */
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
    // The credential must also cover the alternate repository.
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
 * Returns a fingerprint of the settings that determine the profile:
 * `targets.apis.mode.destination`, each part a digest. It does not depend on the order or case of
 * names, on caps, or on package names.
 */
export function scopeFingerprint(settings: Settings): string {
  const { mode, destination, alternateRepository = "" } = settings;
  const permissions = Object.entries(requiredPermissions(settings)).map((pair) => pair.join(":"));
  const parts = [
    settings.targets.map((target) => target.toLowerCase()).toSorted(),
    [permissions.toSorted(), ...ceilingsOf(settings)],
    mode,
    [destination, alternateRepository.toLowerCase()],
  ];
  return parts.map(digest).join(".");
}

/**
 * Returns the ceilings of both Apps. Packages with the same combined permissions can have different
 * ceilings. Includes the ceilings of both modes, so that another mode changes only its own part.
 */
function ceilingsOf({ packages }: Settings) {
  return (["review", "live"] as const).flatMap((mode) =>
    appRoles.map((role) => appCeiling(role, { mode, packages })),
  );
}

/**
 * Returns the parts of the scope that changed since the decision. If there are any, the profile
 * must be reviewed again.
 */
export function compareScope(recorded: string, current: string): ScopePart[] {
  const before = recorded.split(".");
  const now = current.split(".");
  return scopeParts.filter((_, index) => before[index] !== now[index]);
}

function digest(part: unknown): string {
  return createHash("sha256").update(JSON.stringify(part)).digest("hex").slice(0, 16);
}
