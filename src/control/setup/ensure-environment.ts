import type { ForgeClient } from "../../forge/client.ts";
import {
  chooseBranch,
  countChosenBranches,
  findEnvironment,
  makeEnvironment,
} from "../../forge/resources/environments.ts";
import type { Environment, EnvironmentPlace } from "../../forge/resources/environments.ts";
import { readDefaultBranch } from "../../forge/resources/repositories.ts";

/** The environment that keeps a PAT. */
export interface EnvironmentState {
  readonly isNew: boolean;
  readonly isProtected: boolean;
  /** What protects it, in words; "nothing" is said too. */
  readonly protection: string;
}

/**
 * An environment that is there keeps its rules. A new one takes the default branch only: "protected branches" would
 * shut out every run of a repository that protects none.
 */
export async function ensureEnvironment(
  client: ForgeClient,
  place: EnvironmentPlace,
): Promise<EnvironmentState> {
  const found = await findEnvironment(client, place);
  if (found) {
    // As a run leaves it that ended between two requests: no run could ever use the token.
    const isShut = found.branches === "chosen" && (await countChosenBranches(client, place)) === 0;
    if (!isShut) return { isNew: false, ...describeProtection(found) };
    return { isNew: false, ...(await admitDefaultBranch(client, place)) };
  }
  if (await makeEnvironment(client, place)) {
    return { isNew: true, ...(await admitDefaultBranch(client, place)) };
  }
  const protection = "no protection: the plan has none for private repositories";
  return { isNew: true, isProtected: false, protection };
}

async function admitDefaultBranch(client: ForgeClient, place: EnvironmentPlace) {
  const name = await readDefaultBranch(client, place.repository);
  await chooseBranch(client, place, name);
  return { isProtected: true, protection: `branch ${name} only` };
}

const branchWords = {
  all: [],
  protected: ["protected branches only"],
  chosen: ["chosen branches only"],
};

function describeProtection({ rules, branches }: Environment) {
  const words = rules
    .map((type) => type.replaceAll("_", " "))
    .filter((type) => type !== "branch policy");
  // A timer only delays whoever wants the token.
  const isProtected = branches !== "all" || words.includes("required reviewers");
  const all = [...branchWords[branches], ...words];
  return { isProtected, protection: all.join(", ") || "no protection rules" };
}
