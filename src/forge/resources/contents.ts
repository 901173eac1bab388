import { createHash } from "node:crypto";
import * as v from "valibot";
import { InvalidInput } from "../../shared/errors.ts";
import type { ForgeClient } from "../client.ts";
import { MisshapenAnswer } from "../forge-errors.ts";
import { find } from "../read.ts";
import type { RepositoryName } from "../repository-name.ts";

/** A file of a repository's default branch. */
export interface RepositoryFile {
  readonly text: string;
  /** Names this version: a write with it fails when somebody else was faster. */
  readonly sha: string;
}

const fileShape = v.object({ content: v.string(), encoding: v.string(), sha: v.string() });

/** What is in the file's place: a folder answers with a list of what is in it. */
const contentShape = v.union([
  fileShape,
  v.pipe(
    v.array(v.unknown()),
    v.transform(() => "folder" as const),
  ),
  v.pipe(
    v.object({ type: v.picklist(["symlink", "submodule"]) }),
    v.transform(({ type }) => type),
  ),
]);

/**
 * @throws InvalidInput when something else is in its place
 * @see GET /repos/{owner}/{repo}/contents/{path}
 */
export async function findFile(
  client: ForgeClient,
  { full }: RepositoryName,
  path: string,
  signal?: AbortSignal,
): Promise<RepositoryFile | undefined> {
  const place = `/repos/${full}/contents/${path}`;
  const found = await find(client, place, contentShape, { ...(signal && { signal }) });
  if (!found) return undefined;
  if (typeof found === "string") throw new InvalidInput(`${path} is a ${found}, not a file.`);
  const { content, encoding, sha } = found;
  // Its content is left empty: a write that is based on it would take away all that the file holds.
  if (encoding !== "base64") {
    const because = "the file is not in base64, as none over a megabyte is";
    throw new MisshapenAnswer({ request: `GET ${place}`, because });
  }
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
  const bytes = Buffer.from(text);
  const content = bytes.toString("base64");
  const { body } = await client.request("PUT", `/repos/${full}/contents/${path}`, {
    body: { message, content, ...(sha !== undefined && { sha }) },
    signal,
  });
  const told = v.safeParse(writtenShape, body);
  return told.success ? told.output.content.sha : nameBlob(bytes);
}

/** By its description the forge need not tell it of a commit that it made. */
const writtenShape = v.object({ content: v.object({ sha: v.string() }) });

/** @see https://git-scm.com/book/en/v2/Git-Internals-Git-Objects */
function nameBlob(bytes: Buffer): string {
  return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}
