import type { TargetAnswer } from "../../forge/resources/target-facts.ts";

/** The data of a target, or the reason why its repository is not inspected. */
export type CompletedAnswer =
  | TargetAnswer
  | {
      readonly state: "elsewhere";
      /** The current name. */
      readonly fullName: string;
      readonly reason: string;
    };

/**
 * Excludes some targets before more data is requested. A target that was renamed to an owner
 * outside the allow-list is not read. A repository with two target names is inspected only once.
 */
export function completeAnswers(
  targets: readonly string[],
  answers: ReadonlyMap<string, TargetAnswer>,
  allowedOwners: readonly string[],
): ReadonlyMap<string, CompletedAnswer> {
  const holders = findHolders(targets, answers);
  const settled = targets.flatMap((target): [string, CompletedAnswer][] => {
    const answer = answers.get(target);
    if (answer?.state !== "found") return answer ? [[target, answer]] : [];
    const { id, fullName } = answer.facts;
    const holder = holders.get(id);
    if (!hasAllowedOwner(fullName, allowedOwners)) {
      const owner = fullName.split("/")[0] ?? "";
      const reason = `it now belongs to ${owner}, which is not an allowed owner`;
      return [[target, { state: "elsewhere", fullName, reason }]];
    }
    if (holder === target || holder === undefined) return [[target, answer]];
    const reason = `it is the same repository as the target ${holder}`;
    return [[target, { state: "elsewhere", fullName, reason }]];
  });
  return new Map(settled);
}

/** Returns whether a repository belongs to one of these owners, ignoring case as the forge does. */
export function hasAllowedOwner(fullName: string, allowedOwners: readonly string[]): boolean {
  const owner = fullName.split("/")[0]?.toLowerCase();
  return allowedOwners.some((each) => each.toLowerCase() === owner);
}

/**
 * Returns the target name to use for each repository: the target that matches its current name,
 * otherwise the first one.
 */
function findHolders(targets: readonly string[], answers: ReadonlyMap<string, TargetAnswer>) {
  const holders = new Map<number, string>();
  for (const mayBeRenamed of [false, true]) {
    for (const target of targets) {
      const answer = answers.get(target);
      if (answer?.state !== "found" || holders.has(answer.facts.id)) continue;
      const isItsName = answer.facts.fullName.toLowerCase() === target.toLowerCase();
      if (isItsName || mayBeRenamed) holders.set(answer.facts.id, target);
    }
  }
  return holders;
}
