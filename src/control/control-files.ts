import type { Brand } from "../forge/brand.ts";
import { RefusedByForge } from "../forge/forge-errors.ts";
import type { RepositoryName } from "../forge/repository-name.ts";
import type { RestClient } from "../forge/rest.ts";
import { UserError, exitCode } from "../shared/errors.ts";

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

/** @see GET /repos/{owner}/{repo}/contents/{path} */
export async function readControlFile(
  rest: RestClient,
  repository: RepositoryName,
  path: string,
): Promise<ControlFile | undefined> {
  const url = `/repos/${repository.full}/contents/${path}`;
  const { status, body } = await rest.request("GET", url, { accept: [404] });
  if (status === 404) return undefined;
  const { content, sha } = body as { content: string; sha: string };
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

/** Commits one file to the default branch. @throws ControlFileRefused */
export async function writeControlFile(
  rest: RestClient,
  repository: RepositoryName,
  { path, text, message, sha }: ControlFileChange,
): Promise<void> {
  const content = Buffer.from(text).toString("base64");
  const body = { message, content, ...(sha !== undefined && { sha }) };
  try {
    await rest.request("PUT", `/repos/${repository.full}/contents/${path}`, { body });
  } catch (error) {
    if (!(error instanceof RefusedByForge)) throw error;
    const wasChanged = error.status === 409;
    throw new ControlFileRefused(
      wasChanged
        ? `${path} was changed by somebody else just now.`
        : `${repository.full} does not take ${path}: ${error.message}`,
      wasChanged
        ? [{ say: "Run the same command again: it reads the file anew" }]
        : [{ say: "Where the branch is protected, commit this file by a pull request" }],
      { cause: error },
    );
  }
}
