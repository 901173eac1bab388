import { expect, test } from "vitest";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import { listRuns } from "../../../src/forge/resources/runs.ts";
import { openOddForge } from "../forge-bench.ts";

const repository = requireRepositoryName("acme/control", "--repo");

test("a run without a status is listed with an unknown status", async () => {
  const run = { id: 1, status: null, created_at: "2026-11-20T00:00:00Z", html_url: "l" };
  const { client } = await openOddForge((_request, response) =>
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify({ workflow_runs: [run, { ...run, id: 2, status: "queued" }] })),
  );
  const { entries } = await listRuns(client, repository, {});
  expect(entries.map(({ id, status }) => [id, status])).toEqual([
    [1, "unknown"],
    [2, "queued"],
  ]);
});
