import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import { codeOf } from "../shared/error-code.ts";
import { InvalidInput } from "../shared/errors.ts";
import { writeJsonFile } from "../shared/json-file.ts";
import { readOwnFile } from "../shared/read-own-file.ts";
import { realOr } from "../shared/real-or.ts";
import type { ReadRulesFile } from "./config-file.ts";
import { findState } from "./find-state.ts";
import { findCaller } from "./sandbox/caller.ts";

/** An approval by the operator, stored outside the project. */
export interface Approval {
  /** Absolute path of the rules file, with links resolved. */
  readonly path: string;
  /** SHA-256 of the content in hexadecimal digits. */
  readonly sha256: string;
  /** ISO 8601. */
  readonly approvedAt: string;
}

/**
 * Stores the approval of a rules file's content. Replaces the approval of earlier content at the
 * same path, so that a project cannot return to it.
 */
export async function approveFile(
  { path, sha256 }: Pick<ReadRulesFile, "path" | "sha256">,
  { env, now }: { readonly env: NodeJS.ProcessEnv; readonly now: Date },
): Promise<Approval> {
  const found = realOr(resolve(path));
  const approval = { path: found, sha256, approvedAt: now.toISOString() };
  await writeJsonFile(approvalPath(found, requireOwnState(env)), approval);
  return approval;
}

/**
 * Returns the files whose content is not approved. If a file contains a section that requires an
 * approval, all files of the run do: another file could redirect the credentials.
 * @param given hexadecimal SHA-256 values that the operator passed on the command line
 */
export function findUnapproved(
  files: readonly ReadRulesFile[],
  { env, given }: { readonly env: NodeJS.ProcessEnv; readonly given: readonly string[] },
): readonly ReadRulesFile[] {
  if (files.every(({ sections }) => sections.length === 0)) return [];
  return files.filter(({ path, sha256 }) => {
    if (given.some((each) => each.toLowerCase() === sha256)) return false;
    return readApproved(realOr(resolve(path)), env) !== sha256;
  });
}

/** Returns the approved hash of a file; undefined if the file was never approved. */
function readApproved(path: string, env: NodeJS.ProcessEnv): string | undefined {
  const caller = findCaller(env);
  const folder = findState(env, caller);
  try {
    const approval: unknown = JSON.parse(readOwnFile(approvalPath(path, folder), caller.uid));
    return isApproval(approval) && approval.path === path ? approval.sha256 : undefined;
  } catch (error) {
    if (codeOf(error) === "ENOENT" || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isApproval(read: unknown): read is Pick<Approval, "path" | "sha256"> {
  if (typeof read !== "object" || read === null) return false;
  const { path, sha256 } = read as Partial<Record<keyof Approval, unknown>>;
  return typeof path === "string" && typeof sha256 === "string";
}

function approvalPath(path: string, folder: string): string {
  const name = createHash("sha256").update(path).digest("hex");
  return join(folder, "approved-rules", `${name}.json`);
}

/** @throws InvalidInput with sudo, because an approval must belong to the user */
function requireOwnState(env: NodeJS.ProcessEnv): string {
  const caller = findCaller(env);
  if (caller.cameBySudo) {
    throw new InvalidInput("An approval must belong to your own user, not to root.", [
      { text: "Run the same command without sudo" },
    ]);
  }
  return findState(env, caller);
}
