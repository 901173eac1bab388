import * as v from "valibot";
import type { ForgeClient } from "../client.ts";
import type { Listing } from "../listing.ts";
import { readPages } from "../pages.ts";
import { find } from "../read.ts";
import { listUnder } from "../read-shape.ts";

export interface KnownWorkflow {
  /** Path of the workflow file, relative to the root of the repository. */
  readonly path: string;
  readonly name: string;
  /**
   * State of the workflow, as GitHub names it: "active", "disabled_manually",
   * "disabled_inactivity".
   */
  readonly state: string;
}

const workflowShape = v.object({ path: v.string(), name: v.string(), state: v.string() });

/**
 * Lists the first hundred workflows of a repository with one request. An invalid entry does not
 * affect the others.
 * @see GET /repos/{owner}/{repo}/actions/workflows
 */
export async function listWorkflows(
  client: ForgeClient,
  fullName: string,
): Promise<Listing<KnownWorkflow>> {
  const shape = listUnder("workflows", v.fallback(v.nullable(workflowShape), null));
  const path = `/repos/${fullName}/actions/workflows`;
  const { entries: all, cutShort } = await readPages(client, path, { shape, mostPages: 1 });
  const entries = all.filter((each) => each !== null);
  const isComplete = entries.length === all.length;
  return { entries, cutShort: isComplete ? cutShort : "some entries of the list are invalid" };
}

const switchShape = v.pipe(
  v.object({ enabled: v.boolean() }),
  v.transform(({ enabled }) => enabled),
);

/**
 * Returns whether Actions is enabled in a repository; undefined if the credential cannot read that.
 * @see GET /repos/{owner}/{repo}/actions/permissions (requires Administration: read)
 */
export function findActionsSwitch(
  client: ForgeClient,
  fullName: string,
): Promise<boolean | undefined> {
  const path = `/repos/${fullName}/actions/permissions`;
  return find(client, path, switchShape, { absent: [403, 404] });
}
