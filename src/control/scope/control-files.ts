import type { Brand } from "../../forge/brand.ts";
import { RefusedByForge } from "../../forge/forge-errors.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import type { RestClient } from "../../forge/client.ts";
import { InvalidInput, UserError, exitCode } from "../../shared/errors.ts";

/** The checked-in scope of the control plane. */
export function settingsPath({ folder }: Brand): string {
  return `${folder}/control-plane.json`;
}

/** The recorded choice of a profile, with the consent to a PAT where there is one. */
export function decisionPath({ folder }: Brand): string {
  return `${folder}/control-plane-decision.json`;
}

/** A file of the control repository's default branch. */
export interface ControlFile {
  readonly text: string;
  /** Names this version: a write with it fails when somebody else was faster. */
  readonly sha: string;
}

/**
 * @throws InvalidInput when a folder is in its place
 * @see GET /repos/{owner}/{repo}/contents/{path}
 */
export async function readControlFile(
  rest: RestClient,
  repository: RepositoryName,
  path: string,
): Promise<ControlFile | undefined> {
  const url = `/repos/${repository.full}/contents/${path}`;
  const { status, body } = await rest.request("GET", url, { accept: [404] });
  if (status === 404) return undefined;
  const { content, sha } = body as { content?: string; sha: string };
  if (typeof content !== "string") throw new InvalidInput(`${path} is a folder, not a file.`);
  return { text: Buffer.from(content, "base64").toString("utf8"), sha };
}

export interface ControlFileChange {
  readonly path: string;
  readonly text: string;
  /** The commit's message. */
  readonly message: string;
  /** The version that the change is made to; left out for a new file. */
  readonly sha?: string | undefined;
}

/** Somebody changed the file since it was read, or the branch takes no direct commits. */
export class ControlFileRefused extends UserError {
  readonly exitCode = exitCode.refused;
}

/**
 * Commits one file to the default branch.
 * @returns the new version, for the next change
 * @throws ControlFileRefused
 */
export async function writeControlFile(
  rest: RestClient,
  repository: RepositoryName,
  { path, text, message, sha }: ControlFileChange,
): Promise<string> {
  const content = Buffer.from(text).toString("base64");
  const body = { message, content, ...(sha !== undefined && { sha }) };
  try {
    const answer = await rest.request("PUT", `/repos/${repository.full}/contents/${path}`, {
      body,
    });
    return (answer.body as { content: { sha: string } }).content.sha;
  } catch (error) {
    if (!(error instanceof RefusedByForge)) throw error;
    if (wasChanged(error)) throw changedMeanwhile(path, error);
    throw new ControlFileRefused(
      `${repository.full} does not take ${path}: ${error.message}`,
      [{ say: "Where the branch is protected, commit this file by a pull request" }],
      { cause: error },
    );
  }
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
  readonly read: () => Promise<ControlFile | undefined>;
  /** @throws ControlFileRefused when the file is not as it was last read */
  readonly write: (text: string, message: string) => Promise<void>;
}

/** Reads and changes one file. A change is made to the version that was read: nobody else's is ever lost by it. */
export function followControlFile(
  rest: () => Promise<RestClient>,
  repository: RepositoryName,
  path: string,
): FollowedFile {
  let last: { file: ControlFile | undefined } | undefined;
  const look = async () => readControlFile(await rest(), repository, path);
  return {
    read: async () => {
      last = { file: await look() };
      return last.file;
    },
    write: async (text, message) => {
      const now = await look();
      const seen = last ? last.file : now;
      // What was written before, and not answered, is there already.
      if (now?.text === text) return void (last = { file: now });
      if (now?.sha !== seen?.sha) throw changedMeanwhile(path);
      const change = { path, text, message, sha: seen?.sha };
      last = { file: { text, sha: await writeControlFile(await rest(), repository, change) } };
    },
  };
}
