import { expect, test } from "vitest";
import { appRecords } from "../../../src/credentials/records.ts";
import { openControlPlane } from "../control-plane-bench.ts";

const both = ["read-app", "write-app"] as const;

/** Returns the conclusion of a proof run and of each of its jobs. */
async function proveBoth(plane: Awaited<ReturnType<typeof openControlPlane>>) {
  const { runLink } = await plane.prove(both);
  const path = `/repos/acme/control/actions/runs/${runLink.split("/").at(-1)}`;
  const { json: run } = await plane.rest("GET", path);
  const { json: reported } = await plane.rest("GET", `${path}/jobs`);
  const ends: Record<string, string> = Object.fromEntries(
    reported.jobs.map((job: { name: string; conclusion: string }) => [job.name, job.conclusion]),
  );
  return { run: run.conclusion, ends };
}

test.each([
  ["read", "write"],
  ["write", "read"],
] as const)(
  "a run for only the %s App succeeds, and the %s App's job is skipped",
  async (role, other) => {
    const plane = await openControlPlane();
    await plane.addApp(role, ["acme/control"]);
    const { run, ends } = await proveBoth(plane);
    expect(run).toBe("success");
    expect(ends).toMatchObject({ [`${role}-app`]: "success", [`${other}-app`]: "skipped" });
  },
);

test("an App whose key is missing fails its job and the run", async () => {
  const plane = await openControlPlane();
  await plane.addApp("read", ["acme/control"]);
  await plane.rest("DELETE", `/repos/acme/control/actions/secrets/${appRecords.read.secret}`);
  const { run, ends } = await proveBoth(plane);
  expect(run).toBe("failure");
  expect(ends).toMatchObject({ "read-app": "failure", "write-app": "skipped" });
});
