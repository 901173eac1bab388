import * as v from "valibot";
import type { ForgeClient } from "../client.ts";
import { readAllPages } from "../pages.ts";
import type { RepositoryName } from "../repository-name.ts";
import { unlessUnseen } from "./unless-unseen.ts";

const branchesShape = v.array(v.object({ name: v.string(), protected: v.boolean() }));

/**
 * Names of the branches that a protection or a ruleset guards; undefined where they may not be listed.
 * @see GET /repos/{owner}/{repo}/branches
 */
export async function listProtectedBranches(
  client: ForgeClient,
  { full }: RepositoryName,
): Promise<ReadonlySet<string> | undefined> {
  return unlessUnseen(async () => {
    const path = `/repos/${full}/branches?protected=true`;
    const branches = await readAllPages(client, path, { shape: branchesShape });
    // A server that does not know the question lists them all.
    return new Set(branches.flatMap((each) => (each.protected ? [each.name] : [])));
  });
}
