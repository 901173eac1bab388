import { handlers, parseHandler } from "../../credentials/apps/handlers.ts";
import type { Handler } from "../../credentials/apps/handlers.ts";
import { requireRepositoryName, uniqueNames } from "../../forge/repository-name.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { stepVariable } from "../../forge/run-step.ts";
import { Incomplete, InvalidInput } from "../../shared/errors.ts";
import { ownCommandLine } from "../../shared/own-command.ts";
import type { Settings } from "../../plane/scope/settings.ts";

/** So many repositories a token takes. @see POST /app/installations/{installation_id}/access_tokens */
const mostRepositories = 500;

/** @throws InvalidInput when there is no such handler */
export function requireHandler(word: string | undefined): Handler {
  const handler = word === undefined ? undefined : parseHandler(word);
  if (handler) return handler;
  const there = handlers.join(", ");
  const what =
    word === undefined
      ? `--for is missing: it names what the token is for, ${there}.`
      : `"${word}" is no handler of safe outputs; there are: ${there}.`;
  throw new InvalidInput(what, [
    { say: "Name one", command: ownCommandLine("token", "--for", "issue") },
  ]);
}

/**
 * The repositories that a token is for: those of the command line, or the run's own. A token belongs to one installation,
 * and so to one owner.
 * @throws InvalidInput outside a step, and where nothing could take the token
 */
export function requireTargets(
  given: readonly string[],
  env: Readonly<NodeJS.ProcessEnv>,
): RepositoryName[] {
  if (stepVariable(env, "OUTPUT") === undefined) {
    throw new InvalidInput("FORGE_OUTPUT is not set: a token is handed to a run's other steps.", [
      { say: "See how a workflow calls it", command: ownCommandLine("token", "--help") },
    ]);
  }
  const own = stepVariable(env, "REPOSITORY");
  const names = given.length > 0 ? given : own === undefined ? [] : [own];
  const repositories = uniqueNames(names.map((name) => name.trim())).map((name) =>
    requireRepositoryName(name, ["token", "--for", "issue", "--repository"]),
  );
  const owners = uniqueNames(repositories.map(({ owner }) => owner));
  if (owners.length > 1) {
    const what = `One token is for one owner's repositories, and these have ${owners.length}: ${owners.join(", ")}.`;
    throw new InvalidInput(what, [{ say: "Mint one in a step of its own for each owner" }]);
  }
  if (repositories.length === 0 || repositories.length > mostRepositories) {
    const what =
      repositories.length === 0
        ? "No repository is named, and FORGE_REPOSITORY is not set."
        : `A token is for at most ${mostRepositories} repositories; these are ${repositories.length}.`;
    throw new InvalidInput(what, [
      {
        say: "Name it",
        command: ownCommandLine("token", "--for", "issue", "--repository", "acme/api"),
      },
    ]);
  }
  return repositories;
}

/**
 * Refuses a dispatch token that no approved worker needs. The forge cannot narrow the token to a workflow: it starts any
 * workflow of its repository, so the settings must approve dispatches, and only in the repository that they belong to.
 * @param settings undefined if none are checked out
 * @throws InvalidInput without settings and for another repository; Incomplete if the settings name no worker
 */
export function requireWorkers(
  settings: Pick<Settings, "workers"> | undefined,
  repositories: readonly RepositoryName[],
  env: Readonly<NodeJS.ProcessEnv>,
): void {
  if (!settings) {
    throw new InvalidInput(
      "Control-plane settings not found: a dispatch token needs settings that name a worker.",
      [{ say: "Check out the control repository before this step" }],
    );
  }
  if (!settings.workers?.length) {
    throw new Incomplete("The settings name no worker, so nothing may be dispatched.", [
      { say: 'List the worker\'s file in the settings: "workers": ["worker.lock.yml"]' },
    ]);
  }
  const own = stepVariable(env, "REPOSITORY")?.trim().toLowerCase();
  const other = repositories.find(({ full }) => full.toLowerCase() !== own);
  if (other) {
    throw new InvalidInput(
      `A dispatch token is for the run's own repository. The settings approve no worker of ${other.full}.`,
    );
  }
}
