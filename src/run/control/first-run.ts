import type { ForgeClient } from "../../forge/client.ts";
import { findFileVersion } from "../../forge/resources/contents.ts";
import { listLatestIssues } from "../../forge/resources/issues.ts";
import type { Issue } from "../../forge/resources/issues.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { writeControlFile } from "../../plane/scope/control-files.ts";
import { controlFilePath } from "./control-file.ts";
import type { WorkflowFile } from "./first-workflows.ts";

/**
 * Commits the first workflows. A file whose path exists is kept, because the operator may have
 * changed it.
 * @throws ControlFileRefused
 */
export async function commitFirstWorkflows(
  client: ForgeClient,
  repository: RepositoryName,
  files: readonly WorkflowFile[],
): Promise<void> {
  for (const { path, text } of files) {
    if ((await findFileVersion(client, repository, path)) !== undefined) continue;
    await writeControlFile(client, repository, { path, content: text, message: `Add ${path}` });
  }
}

/** Returns whether a control repository contains the control file, which the workflows import. */
export async function hasControlFile(
  client: ForgeClient,
  repository: RepositoryName,
): Promise<boolean> {
  const path = controlFilePath(client.profile.brand);
  return (await findFileVersion(client, repository, path)) !== undefined;
}

/**
 * Finds the newest issue that the worker of the first workflows has opened.
 * @param since ISO 8601; older issues do not count
 */
export async function findReview(
  client: ForgeClient,
  repository: string,
  { since }: { readonly since: string },
): Promise<Issue | undefined> {
  const issues = await listLatestIssues(client, repository);
  return issues.find(
    ({ text, createdAt = "" }) => text.startsWith("Review of ") && createdAt >= since,
  );
}
