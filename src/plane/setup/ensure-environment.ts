import type { ForgeClient } from "../../forge/client.ts";
import {
  chooseBranch,
  findEnvironment,
  listChosenBranches,
  makeEnvironment,
} from "../../forge/resources/environments.ts";
import type { EnvironmentLocation } from "../../forge/resources/environments.ts";
import { readDefaultBranch } from "../../forge/resources/repositories.ts";
import { Incomplete } from "../../shared/errors.ts";
import { fixRules, plansOfRules, readProtection } from "../repository/environment-protection.ts";

/** The environment that stores a PAT. */
export interface EnvironmentState {
  readonly isNew: boolean;
  readonly isProtected: boolean;
  /**
   * Whether runs of the default branch can use the environment; undefined if this is not visible.
   */
  readonly admitsDefault: boolean | undefined;
  /** Description of the protection, or the reason why there is none. */
  readonly protection: string;
  /** Possible fixes if the environment is unprotected. */
  readonly waysOut: readonly string[];
}

/**
 * Creates the environment if it does not exist. An existing environment keeps its rules. A new
 * environment allows only the default branch, because "protected branches" would allow every run if
 * the repository does not protect any branch. The protection is read back afterwards.
 */
export async function ensureEnvironment(
  client: ForgeClient,
  location: EnvironmentLocation,
): Promise<EnvironmentState> {
  const found = await findEnvironment(client, location);
  if (!found && !(await makeEnvironment(client, location))) return withoutRules;
  // An interrupted run can leave an environment that does not allow any branch. No run could then
  // use the token.
  const mayBeShut = !found || found.branches === "chosen";
  if (mayBeShut && (await listChosenBranches(client, location)).length === 0) {
    await chooseBranch(client, location, await readDefaultBranch(client, location.repository));
  }
  return { isNew: !found, ...(await describeProtection(client, location)) };
}

/** The plan does not support the rule, so the environment exists without it. */
const withoutRules: EnvironmentState = {
  isNew: true,
  isProtected: false,
  admitsDefault: true,
  protection: "no protection: not included in the plan for private repositories",
  waysOut: [
    "Upgrade the plan to Team (personal account: Pro). Free includes neither such rules nor environment secrets for private repositories",
    "Or use the Apps: their keys are repository secrets, which every plan includes",
    "Or use a public control repository: every plan includes these rules there",
  ],
};

async function describeProtection(client: ForgeClient, location: EnvironmentLocation) {
  const environment = await findEnvironment(client, location);
  if (!environment) {
    throw new Incomplete(
      `The environment ${location.environment} was deleted while this command was running.`,
      [{ text: "Run the command again" }],
    );
  }
  const { state, words, admitsDefault } = await readProtection(client, location, environment);
  const isProtected = state === "protected";
  const waysOut = isProtected ? [] : [fixRules, plansOfRules];
  return { isProtected, admitsDefault, protection: words, waysOut };
}
