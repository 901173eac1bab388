import { describe, expect, test } from "vitest";
import { createDashboardReader } from "../../../src/control/dashboard/read-dashboard.ts";
import { readStatus } from "../../../src/control/review/read-status.ts";
import { countRequests } from "../../../src/forge/count-requests.ts";
import { seeRun, startRun } from "../../emulator/run-bench.ts";
import { openControlPlane, repository } from "../control-plane-bench.ts";
import { deniedLines, gatedWorkflow, passedLines } from "./gated-workflow.ts";

/** A control plane with a read App, and somebody who looks at its dashboard. */
async function openWatched() {
  const plane = await openControlPlane();
  await plane.writeSettings();
  await plane.writeDecision();
  await plane.addApp("read", [repository.full]);
  const counted = countRequests();
  const client = plane.clientOf({ fetch: counted.wrap(fetch) });
  const stranger = plane.clientOf({ fetch: counted.wrap(fetch) });
  const proofs = { proofOf: () => undefined, patProofOf: () => undefined };
  const reader = createDashboardReader({
    client,
    repository,
    own: () => counted.count().core,
    status: () => readStatus({ client, stranger, repository, now: new Date(), proofs }),
  });
  const nightly = async (lines: readonly string[], code: 0 | 6) => {
    const id = await startRun(plane, gatedWorkflow(lines, code));
    await seeRun(plane, id, "completed");
    return id;
  };
  return { ...plane, reader, counted, nightly };
}

const record = (reset: number) =>
  JSON.stringify({
    version: 1,
    reason: "forge-api-capacity-insufficient",
    limit: 5000,
    remaining: 212,
    reset,
    source_run_id: "9",
  });

describe("a dashboard", () => {
  test("tells a run that the gate stopped from one that failed, and what it had", async () => {
    const { reader, nightly } = await openWatched();
    const id = await nightly(deniedLines, 6);
    const { gate, runs, capacity } = await reader.look(new Date());
    expect(gate).toMatchObject({
      state: "closed",
      record: "none",
      opensAt: "2099-01-01T15:04:00.000Z",
      latestFailure: { run: id, workflow: "Nightly", remaining: 212, required: 750 },
    });
    expect(runs).toMatchObject([{ id, state: "stopped by the gate" }]);
    expect(capacity.map(({ credential, remaining }) => [credential, remaining])).toEqual([
      ["read-app", 212],
      ["workflow-token", null],
      ["login", expect.any(Number)],
    ]);
  });

  test("sees the record that a run left, and what a run let in since had", async () => {
    const { reader, nightly, runForge } = await openWatched();
    await nightly(deniedLines, 6);
    const passed = await nightly(passedLines, 0);
    const reset = Math.floor(Date.now() / 1000) + 600;
    await runForge(["variable", "set", "CP_FORGE_API_GATE", "--body", record(reset)]);
    const { gate, runs, capacity } = await reader.look(new Date());
    expect(gate).toMatchObject({
      state: "closed",
      record: "active",
      written: { remaining: 212, sourceRun: "9" },
    });
    expect(runs).toMatchObject([{ id: passed, state: "passed" }]);
    expect(capacity[0]).toMatchObject({ credential: "read-app", remaining: 4604, run: passed });
  });

  test("costs nothing while nothing changes, and little when a run ends", async () => {
    const { reader, counted, nightly } = await openWatched();
    await nightly(passedLines, 0);
    await reader.look(new Date());
    const costOfLook = async () => {
      const before = counted.count();
      await reader.look(new Date());
      const after = counted.count();
      return [after.requests - before.requests, after.counted - before.counted];
    };
    // The runs, whose ETag is known; and the record, which is not there.
    expect(await costOfLook()).toEqual([2, 1]);
    await nightly(deniedLines, 6);
    const [requests, cost] = await costOfLook();
    // Its jobs, and its log, which lies in the forge's storage.
    expect([requests, cost]).toEqual([5, 5]);
    expect(await costOfLook()).toEqual([2, 1]);
  });

  test("asks how the control plane stands once, until somebody wants it anew", async () => {
    const { reader, counted } = await openWatched();
    await reader.look(new Date());
    const before = counted.count().requests;
    await reader.look(new Date());
    const plain = counted.count().requests - before;
    reader.forget();
    await reader.look(new Date());
    expect(counted.count().requests - before - plain).toBeGreaterThan(plain);
  });

  test("goes on after a look that failed", async () => {
    const { reader, control, nightly } = await openWatched();
    await nightly(passedLines, 0);
    const on = "GET /repos/acme/control/actions/runs";
    await control("PUT", "faults", [{ on, play: { kind: "status", status: 404 } }]);
    await expect(reader.look(new Date())).rejects.toThrow("404");
    expect((await reader.look(new Date())).runs).toHaveLength(1);
  });
});
