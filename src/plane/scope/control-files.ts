import type { Brand } from "../../forge/brand.ts";
import type { ForgeClient } from "../../forge/client.ts";
import { isRefused, RefusedByForge } from "../../forge/forge-errors.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import { explainHowToRenew } from "../../forge/login-advice.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { putFile } from "../../forge/resources/contents.ts";
import { deleteFile } from "../../forge/resources/file-deletion.ts";
import type { FileDeletion } from "../../forge/resources/file-deletion.ts";
import type { FileChange, RepositoryFile } from "../../forge/resources/contents.ts";
import type { ControlFiles } from "../repository/repository-cache.ts";
import { UserError, exitCode } from "../../shared/errors.ts";
import type { Hint } from "../../shared/errors.ts";

/** The checked-in scope of the control plane. */
export function settingsPath({ folder }: Brand): string {
  return `${folder}/control-plane.json`;
}

/** The recorded choice of a profile, with the consent to a PAT where there is one. */
export function decisionPath({ folder }: Brand): string {
  return `${folder}/control-plane-decision.json`;
}

/** Somebody changed the file since it was read, or the branch takes no direct commits. */
export class ControlFileRefused extends UserError {
  readonly exitCode = exitCode.refused;
}

/**
 * Commits one file of the control repository to its default branch.
 * @returns the new version, for the next change
 * @throws ControlFileRefused
 */
export async function writeControlFile(
  client: ForgeClient,
  repository: RepositoryName,
  change: FileChange,
  signal?: AbortSignal,
): Promise<string> {
  try {
    return await putFile(client, repository, change, signal);
  } catch (error) {
    throw explainCommit(error, { client, repository, path: change.path });
  }
}

/** Deletes one by a commit: the version that was read, and no other. @throws ControlFileRefused */
export async function deleteControlFile(
  client: ForgeClient,
  repository: RepositoryName,
  deletion: FileDeletion,
): Promise<void> {
  try {
    await deleteFile(client, repository, deletion);
  } catch (error) {
    throw explainCommit(error, { client, repository, path: deletion.path });
  }
}

interface Commit {
  readonly client: ForgeClient;
  readonly repository: RepositoryName;
  readonly path: string;
}

/** What the forge has against a commit, and what to do about it. */
function explainCommit(error: unknown, { client, repository, path }: Commit): unknown {
  if (!(error instanceof RefusedByForge)) return error;
  if (wasChanged(error)) return changedMeanwhile(path, error);
  if (!isRefused(error, error.status)) return error;
  const what = `${repository.full} does not take ${path}: ${error.message}`;
  return new ControlFileRefused(what, hintsFor(error, path, client.profile), { cause: error });
}

function hintsFor(refusal: RefusedByForge, path: string, profile: HostProfile): Hint[] {
  if (!path.startsWith(`${profile.brand.folder}/workflows/`)) {
    return [{ say: "Where the branch is protected, commit this file by a pull request" }];
  }
  const { status, message } = refusal;
  // A login that may read the repository and gets 404 for a workflow lacks the scope: the forge does not say so.
  if (status === 404 || /workflows?\W* (scope|permission)/i.test(message)) {
    const say = "Give your login the scope that writing workflows needs";
    return [explainHowToRenew(profile, say, ["workflow"])];
  }
  const isProtected = /protected|rule|pull request|status check/i.test(message);
  return (status === 409 || status === 422) && isProtected
    ? [{ say: `Commit this file by a pull request: ${path}` }]
    : [{ say: "Check that this login may write to the control repository" }];
}

function changedMeanwhile(path: string, cause?: Error): ControlFileRefused {
  return new ControlFileRefused(
    `${path} was changed by somebody else just now.`,
    [{ say: "Run the same command again: it reads the file anew" }],
    { cause },
  );
}

// A protected branch is a 409 as well, hence the words: "does not match", "is at … but expected …". A file that
// came to be since it was looked for is a 422: its "sha" was not supplied.
function wasChanged({ status, message }: RefusedByForge): boolean {
  return (
    (status === 409 && /does not match|but expected/.test(message)) ||
    (status === 422 && /"sha" wasn't supplied/.test(message))
  );
}

export interface FollowedFile {
  readonly read: () => Promise<RepositoryFile | undefined>;
  /** @throws ControlFileRefused when the file is not as it was last read */
  readonly write: (text: string, message: string) => Promise<void>;
}

interface Followed {
  readonly repository: RepositoryName;
  readonly path: string;
  readonly files: Pick<ControlFiles, "read" | "wrote">;
}

/** Reads and changes one file. A change is made to the version that was read: nobody else's is ever lost by it. */
export function followControlFile(
  client: () => Promise<ForgeClient>,
  { repository, path, files }: Followed,
): FollowedFile {
  let last: { file: RepositoryFile | undefined } | undefined;
  // A write that failed may have been taken, and one that was refused tells that what was read is no longer so.
  let hasFailed = false;
  const look = async () => (last = { file: await files.read(path) }).file;
  const put = async (text: string, message: string, sha: string | undefined) => {
    const change = { path, text, message, sha };
    hasFailed = true;
    const file = { text, sha: await writeControlFile(await client(), repository, change) };
    hasFailed = false;
    last = { file };
    files.wrote(path, file);
  };
  return {
    read: look,
    write: async (text, message) => {
      const before = last;
      // The forge itself refuses a new file where there is one. It does not tell of one that is gone.
      if (before && !before.file && !hasFailed) return put(text, message, undefined);
      const now = await look();
      // What was written before, and not answered, is there already; so is what somebody else wrote just so.
      if (now?.text === text) return;
      const seen = before ? before.file : now;
      if (now?.sha !== seen?.sha) {
        last = before;
        throw changedMeanwhile(path);
      }
      await put(text, message, seen?.sha);
    },
  };
}
