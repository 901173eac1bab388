import type { ForgeClient } from "../../forge/client.ts";
import {
  chooseBranch,
  findEnvironment,
  listChosenBranches,
  makeEnvironment,
} from "../../forge/resources/environments.ts";
import type { EnvironmentPlace } from "../../forge/resources/environments.ts";
import { readDefaultBranch } from "../../forge/resources/repositories.ts";
import { Incomplete } from "../../shared/errors.ts";
import { fixRules, plansOfRules, readProtection } from "../repository/environment-protection.ts";

/** The environment that keeps a PAT. */
export interface EnvironmentState {
  readonly isNew: boolean;
  readonly isProtected: boolean;
  /** Whether runs of the default branch may use it; undefined where that is not seen. */
  readonly admitsDefault: boolean | undefined;
  /** What protects it, in words; "nothing" is said too. */
  readonly protection: string;
  /** What can be done where nothing protects it. */
  readonly waysOut: readonly string[];
}

/**
 * An environment that is there keeps its rules. A new one takes the default branch only: "protected branches" lets every
 * run in where the repository protects none. What protects it is read back, not taken for granted.
 */
export async function ensureEnvironment(
  client: ForgeClient,
  place: EnvironmentPlace,
): Promise<EnvironmentState> {
  const found = await findEnvironment(client, place);
  if (!found && !(await makeEnvironment(client, place))) return withoutRules;
  // As a run leaves it that ended between two requests: no run could ever use the token.
  const mayBeShut = !found || found.branches === "chosen";
  if (mayBeShut && (await listChosenBranches(client, place)).length === 0) {
    await chooseBranch(client, place, await readDefaultBranch(client, place.repository));
  }
  return { isNew: !found, ...(await describeProtection(client, place)) };
}

/** The plan refused the rule, and left the environment without it. */
const withoutRules: EnvironmentState = {
  isNew: true,
  isProtected: false,
  admitsDefault: true,
  protection: "no protection: the plan has none for private repositories",
  waysOut: [
    "Have the plan changed to Team, a person's to Pro: Free has neither such rules nor environment secrets for private repositories",
    "Or have the Apps instead: their keys are secrets of the repository, which every plan has",
    "Or use a public control repository, where every plan has these rules",
  ],
};

async function describeProtection(client: ForgeClient, place: EnvironmentPlace) {
  const environment = await findEnvironment(client, place);
  if (!environment) {
    throw new Incomplete(`The environment ${place.environment} was removed in the meantime.`, [
      { say: "Run it again" },
    ]);
  }
  const { state, words, admitsDefault } = await readProtection(client, place, environment);
  const isProtected = state === "protected";
  const waysOut = isProtected ? [] : [fixRules, plansOfRules];
  return { isProtected, admitsDefault, protection: words, waysOut };
}
