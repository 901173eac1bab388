import { expect, test } from "vitest";
import { appRecords } from "../../../src/credentials/records.ts";
import { RefusedByForge } from "../../../src/forge/forge-errors.ts";
import { failureOf } from "../../forge/forge-bench.ts";
import { openControlPlane } from "../control-plane-bench.ts";

/**
 * Creates a read App, and a forge that lacks the job's log the given number of times; 0 means
 * always.
 */
async function openLate(times: number) {
  const plane = await openControlPlane();
  const app = await plane.addApp("read", ["acme/control"]);
  const on = "GET /repos/acme/control/actions/jobs/*/logs";
  plane.emulator.setFaults([{ on, times, play: { kind: "status", status: 404 } }]);
  const asked = () => plane.emulator.requests().filter(({ path }) => path.endsWith("/logs")).length;
  return { plane, app, asked };
}

test("waits for a log that becomes available shortly after its job completed", async () => {
  const { plane, app, asked } = await openLate(2);
  const { reports } = await plane.prove(["read-app"]);
  expect([reports.read?.clientId, asked()]).toEqual([app.clientId, 3]);
});

test("waits for the log of a failed job as well, because it reports a deleted App", async () => {
  const { plane } = await openLate(2);
  await plane.runForge(["variable", "set", appRecords.read.variable, "--body", "Iv1.deleted"]);
  expect((await plane.prove(["read-app"])).gone).toEqual({ read: "Iv1.deleted" });
});

test("a log that never appears is reported as an error", async () => {
  const { plane, asked } = await openLate(0);
  expect(await failureOf(plane.prove(["read-app"]))).toBeInstanceOf(RefusedByForge);
  expect(asked()).toBe(5);
});
