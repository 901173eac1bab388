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
import { findPlaces } from "./find-places.ts";
import { ProposalRefused } from "./proposal-refused.ts";
import type { PullRequestProposal } from "./proposal.ts";

/**
 * Makes a branch of the base, with one commit of all files, and a pull request. A branch whose pull request is refused is
 * taken away again. One that is there, with the very same files, is taken as it is.
 * @param begin is called before the branch is made: commits that no branch leads to are nothing
 * @throws ProposalRefused where the branch is there, or a file has no place; what the client throws
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
  if (parent === undefined) throw new ProposalRefused(`There is no branch ${base}.`);
  const found = await findBranch(client, repository, branch);
  const top = await readTreeOf(client, repository, parent);
  const places = await findPlaces(client, repository, { top, files: proposal.files });
  if ("because" in places) throw new ProposalRefused(places.because);
  const tree = await makeTree(client, repository, { base: top, changes: places.changes });
  // An earlier run of the job may have made it, and ended before the pull request.
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
    // Without an answer nobody knows whether there is a pull request, which would lose its branch.
    if (!isMade && isRefused(error, 403, 404, 422)) {
      // Best effort: why it was refused is what has to be told.
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
  return new ProposalRefused(`There is a branch ${branch} already.`);
}
