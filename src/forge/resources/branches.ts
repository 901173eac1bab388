import * as v from "valibot";
import type { ForgeClient } from "../client.ts";
import { readAllPages } from "../pages.ts";
import type { RepositoryName } from "../repository-name.ts";
import { unlessUnseen } from "./unless-unseen.ts";

const branchesShape = v.array(v.object({ name: v.string(), protected: v.boolean() }));

/**
 * Lists the branches that are protected by a branch protection rule or a ruleset; undefined if they
 * cannot be listed.
 * @see GET /repos/{owner}/{repo}/branches
 */
export async function listProtectedBranches(
  client: ForgeClient,
  { full }: RepositoryName,
): Promise<ReadonlySet<string> | undefined> {
  return unlessUnseen(async () => {
    const path = `/repos/${full}/branches?protected=true`;
    const branches = await readAllPages(client, path, { shape: branchesShape });
    // A server that does not support this filter lists all branches.
    return new Set(branches.flatMap((each) => (each.protected ? [each.name] : [])));
  });
}
