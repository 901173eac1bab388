import type { ForgeClient } from "../../forge/client.ts";
import { listProtectedBranches } from "../../forge/resources/branches.ts";
import { listChosenBranches } from "../../forge/resources/environments.ts";
import type {
  ChosenBranch,
  Environment,
  EnvironmentLocation,
} from "../../forge/resources/environments.ts";
import { readDefaultBranch } from "../../forge/resources/repositories.ts";

/**
 * Whether an environment keeps its secrets from most runs. A rule that is not visible is unknown
 * and does not count as protection.
 */
export interface EnvironmentProtection {
  readonly state: "protected" | "open" | "unknown";
  /** Description of the protection, or the reason why there is none. */
  readonly words: string;
  /**
   * Whether runs of the default branch can use the environment; undefined if this is not visible.
   * All workflows of a control plane are on that branch.
   */
  readonly admitsDefault: boolean | undefined;
}

type BranchRules = Pick<EnvironmentProtection, "state" | "words">;

/** An environment on the forge, and the branches that its rules refer to. */
export interface ProtectionFacts extends Environment {
  readonly chosen: readonly ChosenBranch[];
  /** Undefined if this account cannot list them. */
  readonly protectedBranches: ReadonlySet<string> | undefined;
  readonly defaultBranch: string;
}

export const fixRules = "Allow only the default branch, or require a reviewer for each run";

/** @see facts/forge.md, section 7 */
export const plansOfRules =
  "In a private repository, branch rules require Team (personal account: Pro), and reviewers require Enterprise";

export async function readProtection(
  client: ForgeClient,
  location: EnvironmentLocation,
  environment: Environment,
): Promise<EnvironmentProtection> {
  const { repository } = location;
  const isForAll = environment.branches === "all";
  const [chosen, protectedBranches, defaultBranch] = await Promise.all([
    environment.branches === "chosen" ? listChosenBranches(client, location) : [],
    isForAll ? undefined : listProtectedBranches(client, repository),
    isForAll ? "" : readDefaultBranch(client, repository),
  ]);
  return evaluateProtection({ ...environment, chosen, protectedBranches, defaultBranch });
}

/**
 * Evaluates the rules of an environment. Reviewers protect it. "Protected branches only" protects
 * it if the repository protects a branch; otherwise, GitHub allows every branch. Selected branches
 * protect it if each is protected or has the name of the default branch. A wait timer only delays
 * runs.
 *
 * @see facts/forge.md, section 7
 */
export function evaluateProtection(facts: ProtectionFacts): EnvironmentProtection {
  const branches = evaluateBranches(facts);
  const hasReviewers = facts.rules.includes("required_reviewers");
  const words = [
    ...(hasReviewers ? ["required reviewers"] : []),
    ...(branches ? [branches.words] : []),
    ...(facts.rules.includes("wait_timer") ? ["a wait timer, which only delays runs"] : []),
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
  // GitHub decides which names a pattern matches. Only a different prefix proves that a pattern
  // does not match.
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
    return { state: "unknown", words: `${words}, but this account cannot list them` };
  }
  return protectedBranches.size === 0
    ? { state: "open", words: `${words}, but none is protected, so every branch can use it` }
    : { state: "protected", words: `${words}: ${listFew([...protectedBranches])}` };
}

function evaluateChosen(facts: ProtectionFacts): BranchRules {
  const { chosen, protectedBranches, defaultBranch } = facts;
  if (chosen.length === 0) return { state: "protected", words: "no allowed branch" };
  const isGuarded = ({ name }: ChosenBranch) => protectedBranches?.has(name) === true;
  const isTag = ({ type }: ChosenBranch) => type === "tag";
  const isDefault = ({ name }: ChosenBranch) => name === defaultBranch;
  const open = chosen.filter((each) => isTag(each) || !(isDefault(each) || isGuarded(each)));
  const names = listFew(chosen.map(({ name }) => name));
  const words = `${chosen.length === 1 ? "branch" : "branches"} ${names} only`;
  if (open.length > 0) {
    const reached = listFew(open.map(({ name, type }) => `${type} ${name}`));
    return { state: "open", words: `${words}: anyone who can push ${reached} can use it` };
  }
  return chosen.some((each) => !isGuarded(each))
    ? { state: "protected", words: `${words}, if push access to it is restricted` }
    : { state: "protected", words };
}

const fewNames = 3;

function listFew(names: readonly string[]): string {
  const shown = names.slice(0, fewNames).join(", ");
  const left = names.length - fewNames;
  return left > 0 ? `${shown} and ${left} more` : shown;
}
