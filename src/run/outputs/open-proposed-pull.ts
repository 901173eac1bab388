import type { ForgeClient } from "../../forge/client.ts";
import { isRefused } from "../../forge/forge-errors.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import {
  dropBranch,
  findBranch,
  makeBranch,
  makeCommit,
  makeTree,
  readTreeOf,
} from "../../forge/resources/git-data.ts";
import { openPullRequest, type Opened } from "../../forge/resources/issues.ts";
import { readDefaultBranch } from "../../forge/resources/repositories.ts";
import { findPlaces } from "./find-locations.ts";
import { ProposalRefused } from "./proposal-refused.ts";
import type { PullRequestProposal } from "./proposal.ts";

/**
 * Creates a branch from the base, with one commit that contains all files, and a pull request.
 * Deletes the branch if the pull request is rejected. Reuses an existing branch with exactly the
 * same files.
 * @param begin called before the branch is created, because unreferenced commits have no effect
 * @throws ProposalRefused if the branch exists or a file cannot be written; the client's errors
 */
export async function openProposedPull(
  client: ForgeClient,
  proposal: PullRequestProposal,
  {
    repository,
    begin,
  }: { readonly repository: RepositoryName; readonly begin: () => Promise<void> },
): Promise<Opened> {
  const { title, body, branch } = proposal;
  const base = proposal.base ?? (await readDefaultBranch(client, repository));
  const parent = await findBranch(client, repository, base);
  if (parent === undefined) throw new ProposalRefused(`Branch ${base} not found.`);
  const found = await findBranch(client, repository, branch);
  const top = await readTreeOf(client, repository, parent);
  const locations = await findPlaces(client, repository, { top, files: proposal.files });
  if ("reason" in locations) throw new ProposalRefused(locations.reason);
  const tree = await makeTree(client, repository, { base: top, changes: locations.changes });
  // An earlier run of the job could have created the branch and stopped before it created the pull
  // request.
  const isMade = found !== undefined && (await readTreeOf(client, repository, found)) === tree;
  if (found !== undefined && !isMade) throw isThere(branch);
  if (isMade) await begin();
  else {
    const commit = await makeCommit(client, repository, { tree, parent, message: title });
    await begin();
    await makeOwnBranch(client, repository, { branch, commit });
  }
  try {
    return await openPullRequest(client, repository.full, { title, body, head: branch, base });
  } catch (error) {
    // If there was no response, the pull request might exist, so its branch is kept.
    if (!isMade && isRefused(error, 403, 404, 422)) {
      // Best effort: a failed deletion must not hide the reason for the rejection.
      await dropBranch(client, repository, branch).catch(() => undefined);
    }
    throw error;
  }
}

async function makeOwnBranch(
  client: ForgeClient,
  repository: RepositoryName,
  made: { readonly branch: string; readonly commit: string },
): Promise<void> {
  await makeBranch(client, repository, made).catch((error: unknown) => {
    const isTaken = isRefused(error, 422) && /already exists/i.test(error.message);
    throw isTaken ? isThere(made.branch) : error;
  });
}

function isThere(branch: string): ProposalRefused {
  return new ProposalRefused(`Branch ${branch} already exists.`);
}
