import { createForgeClient, type ForgeClient } from "../../forge/client.ts";
import { ForgeUnreachable, RefusedByForge } from "../../forge/forge-errors.ts";
import type { SendOnce } from "../../forge/one-request.ts";
import { pause } from "../../forge/pause.ts";
import { exampleName, requireRepositoryName } from "../../forge/repository-name.ts";
import { findFile, putFile, type RepositoryFile } from "../../forge/resources/contents.ts";
import type { Secret } from "../../shared/secret.ts";
import { findForge } from "./rule-tokens.ts";

export interface BudgetFileOptions {
  readonly name: string;
  /** Full name of the control repository. */
  readonly repository: string;
  /** Host of the forge, such as `github.com`. */
  readonly host: string;
  readonly env: Readonly<NodeJS.ProcessEnv>;
  readonly send: SendOnce;
  /** Returns a valid token with Contents: write for the repository. */
  readonly token: () => Promise<Secret>;
}

/** The file could not be read or written. */
export class BudgetFileUnavailable extends Error {
  /** Clause without text of the forge: `the forge rejected the request with 403`. */
  readonly reason: string;
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}

/** Other machines can write at the same time, each of them once for a while. */
const mostAttempts = 12;
const pauseMs = 500;

/**
 * A budget in the control repository, which machines share. A change replaces only the version that
 * was read.
 */
export function createBudgetFile(options: BudgetFileOptions) {
  const repository = requireRepositoryName(
    options.repository,
    `--budget repository=${exampleName}`,
  );
  const profile = findForge(options.env, options.host);
  const path = `.gatehouse/budgets/${options.name}.json`;
  // A commit of a budget must not start the workflows of the control repository.
  const message = `Update the budget ${options.name} [skip ci]`;
  const write = async (
    client: ForgeClient,
    before: RepositoryFile | undefined,
    content: string,
  ) => {
    try {
      await putFile(client, repository, { path, content, message, sha: before?.sha });
      return true;
    } catch (error) {
      if (isConflict(error, before)) return false;
      throw error;
    }
  };
  return {
    /** @throws BudgetFileUnavailable */
    update: async (change: (text: string | undefined) => string): Promise<void> => {
      for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
        const token = await options.token();
        const client = createForgeClient({ profile, send: options.send, token, isNew: true });
        const before = await orUnavailable(() => findFile(client, repository, path));
        const content = change(before?.text);
        if (content === before?.text) return;
        if (await orUnavailable(() => write(client, before, content))) return;
        await pause(Math.random() * pauseMs);
      }
      throw new BudgetFileUnavailable(`the forge rejected ${mostAttempts} changes as outdated`);
    },
  };
}

/**
 * GitHub rejects a version that is not the newest with 409, and a file that exists now with 422. It
 * also rejects changes that a rule of the repository forbids with 409.
 */
function isConflict(error: unknown, before: RepositoryFile | undefined): boolean {
  if (!(error instanceof RefusedByForge)) return false;
  if (error.status === 409) return !/\brules?\b|protected|archived/i.test(error.message);
  return error.status === 422 && before === undefined;
}

async function orUnavailable<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    if (cause instanceof RefusedByForge)
      throw new BudgetFileUnavailable(`the forge rejected the request with ${cause.status}`, {
        cause,
      });
    if (cause instanceof ForgeUnreachable)
      throw new BudgetFileUnavailable("the forge did not answer correctly", { cause });
    throw cause;
  }
}
