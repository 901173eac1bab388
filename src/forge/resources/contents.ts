import { createHash } from "node:crypto";
import * as v from "valibot";
import { InvalidInput } from "../../shared/errors.ts";
import type { ForgeClient } from "../client.ts";
import { MisshapenAnswer } from "../forge-errors.ts";
import { find } from "../read.ts";
import type { RepositoryName } from "../repository-name.ts";

export interface RepositoryFile {
  readonly text: string;
  /**
   * Identifies this version of the file. A write with this value fails if the file has changed in
   * the meantime.
   */
  readonly sha: string;
}

const fileShape = v.object({ content: v.string(), encoding: v.string(), sha: v.string() });

/** Possible objects at a path. For a directory, GitHub returns a list of entries. */
const contentShape = v.union([
  fileShape,
  v.pipe(
    v.array(v.unknown()),
    v.transform(() => "directory" as const),
  ),
  v.pipe(
    v.object({ type: v.picklist(["symlink", "submodule"]) }),
    v.transform(({ type }) => type),
  ),
]);

/**
 * @throws InvalidInput if the path is not a file
 * @see GET /repos/{owner}/{repo}/contents/{path}
 */
export async function findFile(
  client: ForgeClient,
  repository: RepositoryName,
  path: string,
  signal?: AbortSignal,
): Promise<RepositoryFile | undefined> {
  const found = await findContent(client, repository, path, signal);
  if (!found) return undefined;
  const { content, encoding, sha } = found;
  // GitHub returns no content for a large file. If such a response were written back, the file
  // would be emptied.
  if (encoding !== "base64") {
    const reason =
      "the content is not encoded in base64, as for every file larger than one megabyte";
    throw new MisshapenAnswer({ request: `GET ${locationOf(repository, path)}`, reason });
  }
  return { text: Buffer.from(content, "base64").toString("utf8"), sha };
}

/**
 * Returns the version of a file of any size, as in `RepositoryFile`; undefined if it does not exist.
 * @throws InvalidInput if the path is not a file
 */
export async function findFileVersion(
  client: ForgeClient,
  repository: RepositoryName,
  path: string,
): Promise<string | undefined> {
  return (await findContent(client, repository, path))?.sha;
}

async function findContent(
  client: ForgeClient,
  repository: RepositoryName,
  path: string,
  signal?: AbortSignal,
) {
  const location = locationOf(repository, path);
  const found = await find(client, location, contentShape, { ...(signal && { signal }) });
  if (typeof found === "string") throw new InvalidInput(`${path} is a ${found}, not a file.`);
  return found;
}

function locationOf({ full }: RepositoryName, path: string): string {
  return `/repos/${full}/contents/${path}`;
}

export interface FileChange {
  readonly path: string;
  readonly content: string | Uint8Array;
  /** Commit message. */
  readonly message: string;
  /** The version to replace; undefined for a new file. */
  readonly sha?: string | undefined;
}

/**
 * Commits one file to the default branch.
 * @returns the new version, for the next change
 * @see PUT /repos/{owner}/{repo}/contents/{path}
 */
export async function putFile(
  client: ForgeClient,
  repository: RepositoryName,
  { path, content, message, sha }: FileChange,
  signal?: AbortSignal,
): Promise<string> {
  const bytes = Buffer.from(content);
  const { body } = await client.request("PUT", locationOf(repository, path), {
    body: { message, content: bytes.toString("base64"), ...(sha !== undefined && { sha }) },
    signal,
  });
  const parsed = v.safeParse(writtenShape, body);
  return parsed.success ? parsed.output.content.sha : nameBlob(bytes);
}

/**
 * GitHub's documentation does not guarantee that the response about a commit contains this field.
 */
const writtenShape = v.object({ content: v.object({ sha: v.string() }) });

/**
 * Returns the version that a file with these bytes has.
 * @see https://git-scm.com/book/en/v2/Git-Internals-Git-Objects
 */
export function nameBlob(bytes: Uint8Array): string {
  return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}
