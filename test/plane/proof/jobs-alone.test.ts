import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { runProof } from "../../../src/plane/proof/run-proof.ts";
import type { SendOnce } from "../../../src/forge/one-request.ts";
import { send } from "../../forge/forge-bench.ts";
import { openControlPlane, repository } from "../control-plane-bench.ts";

/**
 * Lists jobs only after one of them has started. Until then, the run itself is requested, for a
 * time that depends on the machine.
 */
const late: SendOnce = async (request) => {
  for (;;) {
    const answer = await send(request);
    const isOfJobs = request.address.pathname.endsWith("/jobs");
    if (!isOfJobs || hasBegun("read-app", answer.text)) return answer;
    await setTimeout(20);
  }
};

function hasBegun(name: string, text: string): boolean {
  const { jobs } = JSON.parse(text) as { jobs: { name: string; status: string }[] };
  const status = jobs.find((job) => job.name === name)?.status;
  return status === "in_progress" || status === "completed";
}

test("a proof run is followed through its jobs, without requests for the run itself", async () => {
  const plane = await openControlPlane();
  const app = await plane.addApp("read", ["acme/control"]);
  const play = { kind: "status", status: 403 } as const;
  const on = "GET /repos/acme/control/actions/runs/*";
  plane.emulator.setFaults([{ on, times: 0, play }]);
  const { reports } = await runProof({
    client: plane.clientOf({ send: late }),
    repository,
    credentials: ["read-app"],
    signal: new AbortController().signal,
    now: () => new Date(),
    report: () => undefined,
    pause: () => setTimeout(20),
  });
  expect(reports.read?.clientId).toBe(app.clientId);
});
