import { handlers, parseHandler } from "../../credentials/apps/handlers.ts";
import type { Handler } from "../../credentials/apps/handlers.ts";
import { exampleName, requireRepositoryName, uniqueNames } from "../../forge/repository-name.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { stepVariable } from "../../forge/run-step.ts";
import { Incomplete, InvalidInput } from "../../shared/errors.ts";
import { typedWith } from "../../shared/change-option.ts";
import { ownCommandLine } from "../../shared/own-command.ts";
import type { Settings } from "../../plane/scope/settings.ts";

/**
 * The maximum number of repositories that one token can cover.
 * @see POST /app/installations/{installation_id}/access_tokens
 */
const mostRepositories = 500;

/** @throws InvalidInput if the handler is not valid */
export function requireHandler(word: string | undefined): Handler {
  const handler = word === undefined ? undefined : parseHandler(word);
  if (handler) return handler;
  const there = handlers.join(", ");
  const what =
    word === undefined
      ? `--for is missing. Specify the handler that needs the token: ${there}.`
      : `"${word}" is not a valid handler. Valid handlers: ${there}.`;
  throw new InvalidInput(what, [
    { text: "Specify a handler", command: typedWith(["token"], "--for", "issue") },
  ]);
}

/**
 * Returns the repositories that a token covers: those on the command line, or the run's own. A
 * token belongs to one installation, so all repositories must have the same owner.
 * @throws InvalidInput outside a step, and if one token cannot cover the repositories
 */
export function requireTargets(
  given: readonly string[],
  env: Readonly<NodeJS.ProcessEnv>,
): RepositoryName[] {
  if (stepVariable(env, "OUTPUT") === undefined) {
    throw new InvalidInput(
      "FORGE_OUTPUT is not set: tokens can be minted only in a workflow step.",
      [
        {
          text: "Show how to use a token in a workflow",
          command: ownCommandLine("token", "--help"),
        },
      ],
    );
  }
  const own = stepVariable(env, "REPOSITORY");
  const names = given.length > 0 ? given : own === undefined ? [] : [own];
  const repositories = uniqueNames(names.map((name) => name.trim())).map((name) =>
    requireRepositoryName(name, typedWith(["token"], "--repository", exampleName)),
  );
  const owners = uniqueNames(repositories.map(({ owner }) => owner));
  if (owners.length > 1) {
    const what = `A token can cover only one owner, but these repositories have ${owners.length}: ${owners.join(", ")}.`;
    throw new InvalidInput(what, [
      { text: "Mint the tokens in separate steps, one for each owner" },
    ]);
  }
  if (repositories.length === 0 || repositories.length > mostRepositories) {
    const what =
      repositories.length === 0
        ? "No repository specified, and FORGE_REPOSITORY is not set."
        : `A token can cover at most ${mostRepositories} repositories, but ${repositories.length} were specified.`;
    throw new InvalidInput(what, [
      {
        text: "Specify the repositories",
        command: typedWith(["token"], "--repository", "acme/api"),
      },
    ]);
  }
  return repositories;
}

/**
 * Rejects a dispatch token unless the settings list workers. GitHub cannot limit the token to one
 * workflow, so the token can start any workflow in its repository. The settings must therefore
 * approve dispatches, and can do so only for their own repository.
 * @param settings undefined if none are checked out
 * @throws InvalidInput if there are no settings, or if the token is for another repository;
 *   Incomplete if the settings do not list any workers
 */
export function requireWorkers(
  settings: Pick<Settings, "workers"> | undefined,
  repositories: readonly RepositoryName[],
  env: Readonly<NodeJS.ProcessEnv>,
): void {
  if (!settings) {
    throw new InvalidInput(
      "Control-plane settings not found: a dispatch token requires settings that list a worker.",
      [{ text: "Check out the control repository before this step" }],
    );
  }
  if (!settings.workers?.length) {
    throw new Incomplete("The settings do not list any workers, so no workflow can be started.", [
      { text: 'Add the worker\'s file to the settings: "workers": ["worker.lock.yml"]' },
    ]);
  }
  const own = stepVariable(env, "REPOSITORY")?.trim().toLowerCase();
  const other = repositories.find(({ full }) => full.toLowerCase() !== own);
  if (other) {
    throw new InvalidInput(
      `A dispatch token covers only the run's own repository, so it cannot start workers in ${other.full}.`,
    );
  }
}
