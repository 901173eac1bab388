import { expect, test } from "vitest";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import {
  chooseBranch,
  findEnvironment,
  listChosenBranches,
  makeEnvironment,
} from "../../../src/forge/resources/environments.ts";
import { openBench, openOddForge } from "../forge-bench.ts";

const repository = requireRepositoryName("acme/control", "--repo");
const location = { repository, environment: "control-plane" };

test.each([
  ["all", null],
  ["all", { protected_branches: false, custom_branch_policies: false }],
  ["protected", { protected_branches: true, custom_branch_policies: false }],
  ["chosen", { protected_branches: false, custom_branch_policies: true }],
])("an environment allows %s branches with the policy %j", async (branches, policy) => {
  const { client } = await openOddForge((_request, response) =>
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify({ protection_rules: [], deployment_branch_policy: policy })),
  );
  expect((await findEnvironment(client, location))?.branches).toBe(branches);
});

test("a branch that is already allowed remains allowed", async () => {
  const { client } = await openBench();
  await makeEnvironment(client, location);
  await chooseBranch(client, location, "main");
  await chooseBranch(client, location, "main");
  expect(await listChosenBranches(client, location)).toEqual([{ name: "main", type: "branch" }]);
});
