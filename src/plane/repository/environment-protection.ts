import type { ForgeClient } from "../../forge/client.ts";
import { listProtectedBranches } from "../../forge/resources/branches.ts";
import { listChosenBranches } from "../../forge/resources/environments.ts";
import type {
  ChosenBranch,
  Environment,
  EnvironmentPlace,
} from "../../forge/resources/environments.ts";
import { readDefaultBranch } from "../../forge/resources/repositories.ts";

/** Whether rules keep most runs away from an environment's secrets. What cannot be seen is unknown, and protects nothing. */
export interface EnvironmentProtection {
  readonly state: "protected" | "open" | "unknown";
  /** By what, or why not. */
  readonly words: string;
  /** Whether runs of the default branch, where every workflow of a control plane is, may use it; undefined where that is not seen. */
  readonly admitsDefault: boolean | undefined;
}

type BranchRules = Pick<EnvironmentProtection, "state" | "words">;

/** What the forge says of an environment, and of the branches that its rules speak of. */
export interface ProtectionFacts extends Environment {
  readonly chosen: readonly ChosenBranch[];
  /** Undefined where they may not be listed. */
  readonly protectedBranches: ReadonlySet<string> | undefined;
  readonly defaultBranch: string;
}

/** What makes rules that protect. */
export const fixRules = "Let only the default branch use it, or have somebody approve each run";

/** @see facts/forge.md, section 7 */
export const plansOfRules =
  "Of a private repository the first needs the plan Team, or a person's Pro, and the second Enterprise";

export async function readProtection(
  client: ForgeClient,
  place: EnvironmentPlace,
  environment: Environment,
): Promise<EnvironmentProtection> {
  const { repository } = place;
  const isForAll = environment.branches === "all";
  const [chosen, protectedBranches, defaultBranch] = await Promise.all([
    environment.branches === "chosen" ? listChosenBranches(client, place) : [],
    isForAll ? undefined : listProtectedBranches(client, repository),
    isForAll ? "" : readDefaultBranch(client, repository),
  ]);
  return evaluateProtection({ ...environment, chosen, protectedBranches, defaultBranch });
}

/**
 * Reviewers protect. "Protected branches only" does where the repository protects a branch: otherwise every branch may
 * use it. Chosen branches do as far as they are the default branch, by name, or protected. A timer only delays.
 * @see facts/forge.md, section 7
 */
export function evaluateProtection(facts: ProtectionFacts): EnvironmentProtection {
  const branches = evaluateBranches(facts);
  const hasReviewers = facts.rules.includes("required_reviewers");
  const words = [
    ...(hasReviewers ? ["required reviewers"] : []),
    ...(branches ? [branches.words] : []),
    ...(facts.rules.includes("wait_timer") ? ["a wait timer, which only delays"] : []),
  ];
  return {
    state: hasReviewers ? "protected" : (branches?.state ?? "open"),
    words: words.join(", ") || "no protection rules",
    admitsDefault: admitsDefault(facts),
  };
}

function admitsDefault(facts: ProtectionFacts): boolean | undefined {
  const { branches, chosen, protectedBranches, defaultBranch } = facts;
  if (branches === "all") return true;
  if (branches === "protected") {
    return (
      protectedBranches && (protectedBranches.size === 0 || protectedBranches.has(defaultBranch))
    );
  }
  const names = chosen.filter(({ type }) => type !== "tag").map(({ name }) => name);
  if (names.includes(defaultBranch)) return true;
  // What a pattern covers, the forge decides: not what begins otherwise.
  const mayCover = (name: string) => {
    const at = name.search(/[*?[\\]/);
    return at >= 0 && defaultBranch.startsWith(name.slice(0, at));
  };
  return names.some(mayCover) ? undefined : false;
}

function evaluateBranches(facts: ProtectionFacts): BranchRules | undefined {
  if (facts.branches === "all") return undefined;
  return facts.branches === "protected" ? evaluateProtected(facts) : evaluateChosen(facts);
}

function evaluateProtected({ protectedBranches }: ProtectionFacts): BranchRules {
  const words = "protected branches only";
  if (!protectedBranches) {
    return { state: "unknown", words: `${words}, and whether one is protected cannot be seen` };
  }
  return protectedBranches.size === 0
    ? { state: "open", words: `${words}, and none is protected: every branch may use it` }
    : { state: "protected", words: `${words}: ${listFew([...protectedBranches])}` };
}

function evaluateChosen(facts: ProtectionFacts): BranchRules {
  const { chosen, protectedBranches, defaultBranch } = facts;
  if (chosen.length === 0) return { state: "protected", words: "no branch at all" };
  const isGuarded = ({ name }: ChosenBranch) => protectedBranches?.has(name) === true;
  const isTag = ({ type }: ChosenBranch) => type === "tag";
  const isDefault = ({ name }: ChosenBranch) => name === defaultBranch;
  const open = chosen.filter((each) => isTag(each) || !(isDefault(each) || isGuarded(each)));
  const names = listFew(chosen.map(({ name }) => name));
  const words = `${chosen.length === 1 ? "branch" : "branches"} ${names} only`;
  if (open.length > 0) {
    const reached = listFew(open.map(({ name, type }) => `${type} ${name}`));
    return { state: "open", words: `${words}: whoever can push a ${reached} may use it` };
  }
  return chosen.some((each) => !isGuarded(each))
    ? { state: "protected", words: `${words}, as far as not everybody can push to it` }
    : { state: "protected", words };
}

const fewNames = 3;

function listFew(names: readonly string[]): string {
  const shown = names.slice(0, fewNames).join(", ");
  const left = names.length - fewNames;
  return left > 0 ? `${shown} and ${left} more` : shown;
}
