import type { TargetAnswer } from "../../forge/resources/target-facts.ts";

/** What is known of a target, or why what its name leads to is not looked at. */
export type CompletedAnswer =
  | TargetAnswer
  | {
      readonly state: "elsewhere";
      /** The name that it has now. */
      readonly fullName: string;
      readonly because: string;
    };

/**
 * Decides which answers count, before anything more is asked of them: a name that leads out of the allow-list by now is no
 * way to read what lies there, and a repository that is a target by two names is looked at once.
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
      const because = `it belongs to ${owner} now, who is not one of the allowed owners`;
      return [[target, { state: "elsewhere", fullName, because }]];
    }
    if (holder === target || holder === undefined) return [[target, answer]];
    const because = `it is the same repository as the target ${holder}`;
    return [[target, { state: "elsewhere", fullName, because }]];
  });
  return new Map(settled);
}

/** Whether a repository belongs to one of these owners: the forge does not tell cases apart. */
export function hasAllowedOwner(fullName: string, allowedOwners: readonly string[]): boolean {
  const owner = fullName.split("/")[0]?.toLowerCase();
  return allowedOwners.some((each) => each.toLowerCase() === owner);
}

/** The target that each repository is told under: the one that has its name, else the first. */
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
