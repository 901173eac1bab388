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

export function settingsPath({ folder }: Brand): string {
  return `${folder}/control-plane.json`;
}

/** Returns the path of the decision, which also contains the consent to a PAT if there is one. */
export function decisionPath({ folder }: Brand): string {
  return `${folder}/control-plane-decision.json`;
}

/** The file has changed since it was read, or the branch rejects direct commits. */
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

/**
 * Deletes a file with a commit, unless the file has changed since it was read.
 *
 * @throws ControlFileRefused
 */
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

/** Returns an error that explains why a commit was rejected, with hints. */
function explainCommit(error: unknown, { client, repository, path }: Commit): unknown {
  if (!(error instanceof RefusedByForge)) return error;
  if (wasChanged(error)) return changedMeanwhile(path, error);
  if (!isRefused(error, error.status)) return error;
  const what = `Could not commit ${path} to ${repository.full}: ${error.message}`;
  return new ControlFileRefused(what, hintsFor(error, path, client.profile), { cause: error });
}

function hintsFor(refusal: RefusedByForge, path: string, profile: HostProfile): Hint[] {
  if (!path.startsWith(`${profile.brand.folder}/workflows/`)) {
    return [{ text: "If the branch is protected, commit this file with a pull request" }];
  }
  const { status, message } = refusal;
  // For a workflow file, GitHub responds with 404 if the login lacks the required scope, without an
  // explanation.
  if (status === 404 || /workflows?\W* (scope|permission)/i.test(message)) {
    const text = "Grant your login the scope for changing workflows";
    return [explainHowToRenew(profile, text, ["workflow"])];
  }
  const isProtected = /protected|rule|pull request|status check/i.test(message);
  return (status === 409 || status === 422) && isProtected
    ? [{ text: `Commit this file with a pull request: ${path}` }]
    : [{ text: "Check that this account can write to the control repository" }];
}

function changedMeanwhile(path: string, cause?: Error): ControlFileRefused {
  return new ControlFileRefused(
    `${path} was changed by another user in the meantime.`,
    [{ text: "Run the same command again to read the current file" }],
    { cause },
  );
}

// A protected branch also causes a 409, so the two cases are distinguished by the message: "does
// not match", "is at … but expected …". A file created since the last read causes a 422, because
// "sha" was not supplied.
function wasChanged({ status, message }: RefusedByForge): boolean {
  return (
    (status === 409 && /does not match|but expected/.test(message)) ||
    (status === 422 && /"sha" wasn't supplied/.test(message))
  );
}

export interface FollowedFile {
  readonly read: () => Promise<RepositoryFile | undefined>;
  /** @throws ControlFileRefused if the file has changed since it was last read */
  readonly write: (text: string, message: string) => Promise<void>;
}

interface Followed {
  readonly repository: RepositoryName;
  readonly path: string;
  readonly files: Pick<ControlFiles, "read" | "wrote">;
}

/**
 * Reads and changes one file. A change applies only to the version that was read, so it never
 * overwrites another user's change.
 */
export function followControlFile(
  client: () => Promise<ForgeClient>,
  { repository, path, files }: Followed,
): FollowedFile {
  let last: { file: RepositoryFile | undefined } | undefined;
  // After a failed write, the state is uncertain: the write may have succeeded despite the error,
  // or another user may have changed the file since it was read.
  let hasFailed = false;
  const readAgain = async () => (last = { file: await files.read(path) }).file;
  const put = async (text: string, message: string, sha: string | undefined) => {
    const change = { path, content: text, message, sha };
    hasFailed = true;
    const file = { text, sha: await writeControlFile(await client(), repository, change) };
    hasFailed = false;
    last = { file };
    files.wrote(path, file);
  };
  return {
    read: readAgain,
    write: async (text, message) => {
      const before = last;
      // A file that is created does not have to be read first: GitHub rejects the request if the
      // path exists. An existing file must be read before an update, because GitHub accepts the
      // update even if the file was deleted in the meantime.
      if (before && !before.file && !hasFailed) return put(text, message, undefined);
      const now = await readAgain();
      // The file already contains the text: an earlier write had no response, or another user
      // committed the same text.
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
