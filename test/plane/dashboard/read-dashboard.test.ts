import { describe, expect, test } from "vitest";
import { createDashboardReader } from "../../../src/plane/dashboard/read-dashboard.ts";
import { readStatus } from "../../../src/plane/verify/read-status.ts";
import { countRequests } from "../../../src/forge/count-requests.ts";
import { seeRun, startRun } from "../../emulator/run-bench.ts";
import { openControlPlane, repository } from "../control-plane-bench.ts";
import { deniedLines, resetsAt, gatedWorkflow, passedLines } from "./gated-workflow.ts";
import { send } from "../../forge/forge-bench.ts";

/** Creates a control plane with a read App, and a dashboard that reads it. */
async function openWatched() {
  const plane = await openControlPlane();
  await plane.writeSettings();
  await plane.writeDecision();
  await plane.addApp("read", [repository.full]);
  const counted = countRequests();
  const client = plane.clientOf({ send: counted.wrap(send) });
  const stranger = plane.clientOf({ send: counted.wrap(send) });
  const proofs = { proofOf: () => undefined, patProofOf: () => undefined };
  const reader = createDashboardReader({
    client,
    repository,
    own: () => counted.count().core,
    hasRoomFor: counted.hasRoomFor,
    status: () => readStatus({ client, stranger, repository, now: new Date(), proofs }),
  });
  const nightly = async (lines: readonly string[], code: 0 | 6) => {
    const id = await startRun(plane, gatedWorkflow(lines, code));
    await seeRun(plane, id, "completed");
    return id;
  };
  const see = async () => (await reader.read(new Date())).dashboard;
  return { ...plane, reader, counted, nightly, see };
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
  test("distinguishes a run that the gate stopped from one that failed, and reports its capacity", async () => {
    const { see, nightly } = await openWatched();
    const id = await nightly(deniedLines, 6);
    const { gate, runs, capacity } = await see();
    expect(gate).toMatchObject({
      state: "closed",
      record: "none",
      opensAt: resetsAt,
      latestFailure: { run: id, workflow: "Nightly", remaining: 212, required: 750 },
    });
    expect(runs).toMatchObject([{ id, state: "stopped by the gate" }]);
    expect(capacity.map(({ credential, remaining }) => [credential, remaining])).toEqual([
      ["read-app", 212],
      ["workflow-token", null],
      ["login", expect.any(Number)],
    ]);
  });

  test("shows the record that a run left, and the capacity of a run that was admitted later", async () => {
    const { see, nightly, runForge } = await openWatched();
    await nightly(deniedLines, 6);
    const passed = await nightly(passedLines, 0);
    const reset = Math.floor(Date.now() / 1000) + 600;
    await runForge(["variable", "set", "CP_FORGE_API_GATE", "--body", record(reset)]);
    const { gate, runs, capacity } = await see();
    expect(gate).toMatchObject({
      state: "closed",
      record: "active",
      written: { remaining: 212, sourceRun: "9" },
    });
    expect(runs).toMatchObject([{ id: passed, state: "passed" }]);
    expect(capacity[0]).toMatchObject({ credential: "read-app", remaining: 4604, run: passed });
  });

  test("sends few requests if a run has ended, and even fewer if nothing changed", async () => {
    const { reader, counted, nightly } = await openWatched();
    await nightly(passedLines, 0);
    await reader.read(new Date());
    const costOfRead = async () => {
      const before = counted.count();
      await reader.read(new Date());
      const after = counted.count();
      return [after.requests - before.requests, after.counted - before.counted];
    };
    // The runs, whose ETag is known, and the record, which does not exist.
    expect(await costOfRead()).toEqual([2, 1]);
    await nightly(deniedLines, 6);
    const [requests, cost] = await costOfRead();
    // Its jobs, and its log, which is in the forge's storage.
    expect([requests, cost]).toEqual([5, 4]);
    expect(await costOfRead()).toEqual([2, 1]);
  });

  test("reads the status of the control plane once, until a refresh is requested", async () => {
    const { reader, counted } = await openWatched();
    await reader.read(new Date());
    const before = counted.count().requests;
    await reader.read(new Date());
    const plain = counted.count().requests - before;
    reader.forget();
    await reader.read(new Date());
    expect(counted.count().requests - before - plain).toBeGreaterThan(plain);
  });

  test("continues after a failed read", async () => {
    const { reader, control, nightly, see } = await openWatched();
    await nightly(passedLines, 0);
    const on = "GET /repos/acme/control/actions/runs";
    await control("PUT", "faults", [{ on, play: { kind: "status", status: 404 } }]);
    await expect(reader.read(new Date())).rejects.toThrow("404");
    expect((await see()).runs).toHaveLength(1);
  });

  test("recognizes a denial by its output, even if the run succeeded", async () => {
    const { see, nightly } = await openWatched();
    await nightly(deniedLines, 0);
    const { gate, runs } = await see();
    expect(gate).toMatchObject({ state: "closed", opensAt: resetsAt });
    expect(runs).toMatchObject([{ state: "stopped by the gate" }]);
  });

  test("reports an unknown gate until a denial's log is available, and requests the log again", async () => {
    const { see, control, nightly, reader } = await openWatched();
    await nightly(deniedLines, 6);
    const on = "GET /repos/acme/control/actions/jobs/*/logs";
    await control("PUT", "faults", [{ on, play: { kind: "status", status: 404 } }]);
    expect((await see()).gate).toMatchObject({ state: "unknown", opensAt: null });
    reader.forget();
    expect((await see()).gate).toMatchObject({ state: "closed", opensAt: resetsAt });
  });

  test("shows the remaining runs if one is deleted while they are read", async () => {
    const { see, control, nightly } = await openWatched();
    await nightly(passedLines, 0);
    await nightly(passedLines, 0);
    const on = "GET /repos/acme/control/actions/runs/*/jobs";
    await control("PUT", "faults", [{ on, play: { kind: "status", status: 404 } }]);
    expect((await see()).gate).toMatchObject({ state: "open", admissions: 1 });
  });

  test("shows the runs if the status is unreadable, explains why, and retries", async () => {
    const { reader, control, nightly } = await openWatched();
    await nightly(deniedLines, 6);
    const on = "GET /repos/acme/control/actions/secrets";
    await control("PUT", "faults", [{ on, play: { kind: "status", status: 500 }, times: 3 }]);
    const first = await reader.read(new Date());
    expect(first.dashboard).toMatchObject({ gate: { state: "closed" }, credentials: [] });
    expect(first.failure?.message).toContain("500");
    const second = await reader.read(new Date());
    expect(second.failure).toBeUndefined();
    expect(second.dashboard.credentials).toMatchObject([{ credential: "read-app" }]);
  });

  test("reads only as many runs as the budget allows", async () => {
    const { see, nightly, counted } = await openWatched();
    await nightly(passedLines, 0);
    counted.allow(30);
    await see();
    counted.allow(3);
    await nightly(deniedLines, 6);
    expect((await see()).gate).toMatchObject({ admissions: 1, unchecked: 1, state: "unknown" });
    counted.allow(30);
    expect((await see()).gate).toMatchObject({ admissions: 2, unchecked: 0, state: "closed" });
  });
});
