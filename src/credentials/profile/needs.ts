import {
  findBlindSpots,
  isKnownApi,
  isPatApi,
  isReadAppApi,
  isWriteAppOnlyApi,
  readApi,
  describeApi,
} from "./apis.ts";
import type { ProfileFacts } from "./facts.ts";

/**
 * Reasons for each credential, derived from the facts. If a list is empty, the credential is not
 * needed.
 */
export interface ProfileNeeds {
  /** Reasons why the workflow token cannot be used as the profile. */
  readonly beyondWorkflowToken: readonly string[];
  readonly readApp: readonly string[];
  readonly writeApp: readonly string[];
  /** Required APIs that the workflow token cannot use on all targets. */
  readonly blindSpots: readonly string[];
  /** Required APIs whose names do not match any App permission. */
  readonly unknownApis: readonly string[];
  /** Required APIs that a fine-grained PAT cannot use. */
  readonly patGaps: readonly string[];
  /** Owners that the Apps or the PAT must cover. Neither can cover more than one owner. */
  readonly owners: readonly string[];
}

export function findNeeds(facts: ProfileFacts): ProfileNeeds {
  const apis = [...new Set(facts.requiredApis.map(readApi))];
  const blindSpots = findBlindSpots(facts.targets, apis);
  const reads = findPrivateReads(facts);
  const writes = findWrites(facts);
  const readApis = blindSpots.filter(isReadAppApi);
  const writeApis = blindSpots.filter(isWriteAppOnlyApi);
  return {
    beyondWorkflowToken: [...reads, ...writes],
    readApp: [...reads, ...explainApis(readApis)],
    writeApp: [...writes, ...explainApis(writeApis)],
    blindSpots,
    unknownApis: apis.filter((api) => !isKnownApi(api)),
    patGaps: apis.filter((api) => !isPatApi(api)),
    owners: findOwners(facts),
  };
}

function findPrivateReads({ targets, destination }: ProfileFacts): string[] {
  const hidden = targets.filter((target) => target === "private" || target === "internal");
  return [
    ...hidden.map((target) => `${target} targets must be read`),
    ...(destination === "alternate" ? ["an alternate review repository is used"] : []),
  ];
}

/** Review outputs in the control repository itself do not count as writes. */
function findWrites({ targets, mode, destination }: ProfileFacts): string[] {
  const writesToOthers = destination === "target" && targets.some((target) => target !== "self");
  return [
    ...(mode === "live" ? ["live mode writes safe outputs to targets"] : []),
    ...(destination === "alternate"
      ? ["review outputs are written to an alternate repository"]
      : []),
    ...(writesToOthers ? ["review outputs are written to target repositories"] : []),
  ];
}

function explainApis(apis: readonly string[]): string[] {
  return apis.length === 0
    ? []
    : [`the review packages need access to ${apis.map(describeApi).join(", ")} in the targets`];
}

/** Account names are case-insensitive. */
function findOwners({ owners, controlOwner }: ProfileFacts): string[] {
  const all = controlOwner === undefined ? owners : [controlOwner, ...owners];
  const byName = new Map(all.map((owner) => [owner.toLowerCase(), owner]));
  return [...byName.values()];
}
