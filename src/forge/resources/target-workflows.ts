import * as v from "valibot";
import type { ForgeClient } from "../client.ts";
import type { Listing } from "../listing.ts";
import { readPages } from "../pages.ts";
import { find } from "../read.ts";
import { listUnder } from "../read-shape.ts";

/** A workflow as the forge knows it. */
export interface KnownWorkflow {
  /** Of its file, from the top of the repository. */
  readonly path: string;
  readonly name: string;
  /** In the forge's words: "active", "disabled_manually", "disabled_inactivity". */
  readonly state: string;
}

const workflowShape = v.object({ path: v.string(), name: v.string(), state: v.string() });

/**
 * A repository's first hundred workflows, by one request. One that is told in another way leaves the others as they are.
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
  const isWhole = entries.length === all.length;
  return { entries, cutShort: isWhole ? cutShort : "some of the list is not as expected" };
}

const switchShape = v.pipe(
  v.object({ enabled: v.boolean() }),
  v.transform(({ enabled }) => enabled),
);

/**
 * Whether workflows run in a repository at all; undefined where the credential may not know.
 * @see GET /repos/{owner}/{repo}/actions/permissions, for Administration: read
 */
export function findActionsSwitch(
  client: ForgeClient,
  fullName: string,
): Promise<boolean | undefined> {
  const path = `/repos/${fullName}/actions/permissions`;
  return find(client, path, switchShape, { absent: [403, 404] });
}
