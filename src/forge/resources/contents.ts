import * as v from "valibot";
import { InvalidInput } from "../../shared/errors.ts";
import type { ForgeClient } from "../client.ts";
import { find } from "../read.ts";
import { readShape } from "../read-shape.ts";
import type { RepositoryName } from "../repository-name.ts";

/** A file of a repository's default branch. */
export interface RepositoryFile {
  readonly text: string;
  /** Names this version: a write with it fails when somebody else was faster. */
  readonly sha: string;
}

/** A folder answers with a list of what is in it. */
const fileShape = v.object({ content: v.string(), sha: v.string() });
const contentShape = v.union([
  fileShape,
  v.array(v.unknown()),
  v.object({ content: v.optional(v.undefined_()) }),
]);

/**
 * @throws InvalidInput when a folder is in its place
 * @see GET /repos/{owner}/{repo}/contents/{path}
 */
export async function findFile(
  client: ForgeClient,
  { full }: RepositoryName,
  path: string,
  signal?: AbortSignal,
): Promise<RepositoryFile | undefined> {
  const found = await find(client, `/repos/${full}/contents/${path}`, contentShape, {
    ...(signal && { signal }),
  });
  if (!found) return undefined;
  const file = v.safeParse(fileShape, found);
  if (!file.success) throw new InvalidInput(`${path} is a folder, not a file.`);
  const { content, sha } = file.output;
  return { text: Buffer.from(content, "base64").toString("utf8"), sha };
}

export interface FileChange {
  readonly path: string;
  readonly text: string;
  /** The commit's message. */
  readonly message: string;
  /** The version that the change is made to; left out for a new file. */
  readonly sha?: string | undefined;
}

/**
 * Commits one file to the default branch.
 * @returns the new version, for the next change
 * @see PUT /repos/{owner}/{repo}/contents/{path}
 */
export async function putFile(
  client: ForgeClient,
  { full }: RepositoryName,
  { path, text, message, sha }: FileChange,
  signal?: AbortSignal,
): Promise<string> {
  const content = Buffer.from(text).toString("base64");
  const { body, title } = await client.request("PUT", `/repos/${full}/contents/${path}`, {
    body: { message, content, ...(sha !== undefined && { sha }) },
    signal,
  });
  return readShape(v.object({ content: v.object({ sha: v.string() }) }), body, title).content.sha;
}
