import { writeGateRecord } from "../../../src/run/admit/gate-record.ts";
import { describe, expect, test } from "vitest";
import { installProgram } from "../../commands/installed-program.ts";
import { claimKey } from "../../keys/ready-keys.ts";
import { openWorker } from "./worker-bench.ts";

const program = installProgram();
const strangeKey = String(claimKey().export({ type: "pkcs1", format: "pem" }));
const targets = ["acme/control", "acme/api", "acme/infra"];

const allDone = {
  admission: "success",
  activation: "success",
  agent: "success",
  control_issue: "success",
  control_comment: "skipped",
};
const stopped = { admission: "failure" };

/** Returns the data that the agent read, as it passed them on. */
async function precomputeIn(issues: readonly { body: string }[]) {
  return JSON.parse(issues[0]?.body ?? "{}") as { credential: string; targets: object[] };
}

/** Returns two targets without missing facts. */
function allKnown(credential: string) {
  const known = { state: "complete", unread: [] };
  return { credential, targets: [known, known], ended: null };
}

describe("a run of the rendered control file", () => {
  test("uses each App in its step, and leaves no token in the logs", async () => {
    const plane = await openWorker("app", program.cli());
    await plane.addApp("read", targets);
    await plane.addApp("write", targets);
    const { conclusions, logOf, all } = await plane.runWorker();
    expect(conclusions).toEqual(allDone);
    expect(logOf("admission")).toMatch(
      /credential: read-app$[^]*The requirement of 3 was raised to the minimum of 100\./m,
    );
    expect(logOf("control_issue")).toContain("Minted a token for issue on acme/control");
    const issues = await plane.issues();
    expect(issues).toMatchObject([
      { title: "Review of acme/api", user: { login: "acme-writeer[bot]" } },
    ]);
    expect(await precomputeIn(issues)).toMatchObject(allKnown("read-app"));
    const minted = plane.emulator.requests().filter(({ path }) => path.endsWith("access_tokens"));
    expect(minted).toHaveLength(3);
    expect(plane.emulator.requests()).toContainEqual(
      expect.objectContaining({ method: "DELETE", path: "/installation/token", status: 204 }),
    );
    expect(all).not.toMatch(/ghs_\w{20}/);
    expect(all).not.toContain("BEGIN RSA");
  });

  test("works with the PAT from the protected environment", async () => {
    const plane = await openWorker("pat", program.cli());
    const permissions = { contents: "read", actions: "read", issues: "write" };
    const token = await plane.addPat(targets, { permissions });
    const { conclusions, logOf, all } = await plane.runWorker();
    expect(conclusions).toEqual(allDone);
    expect(logOf("admission")).toContain("credential: pat");
    const issues = await plane.issues();
    expect(issues).toMatchObject([{ user: { login: "mona" } }]);
    expect(await precomputeIn(issues)).toMatchObject(allKnown("pat"));
    expect(all).not.toContain(token);
  });

  test("works with the workflow token alone", async () => {
    const plane = await openWorker("workflow-token", program.cli());
    // In other repositories, it sees only public data.
    for (const name of ["acme/api", "acme/infra"]) {
      const change = { visibility: "public" };
      expect((await plane.rest("PATCH", `/repos/${name}`, { body: change })).status).toBe(200);
    }
    const { conclusions, logOf } = await plane.runWorker();
    expect(conclusions).toEqual(allDone);
    expect(logOf("admission")).toContain("credential: workflow-token");
    const issues = await plane.issues();
    expect(issues).toHaveLength(1);
    expect(await precomputeIn(issues)).toMatchObject(allKnown("workflow-token"));
    expect(plane.emulator.requests().filter(({ path }) => path.includes("/app"))).toEqual([]);
  });

  test("uses the next credential if an App's key is missing, and reports this", async () => {
    const plane = await openWorker("app", program.cli());
    for (const role of ["READ", "WRITE"]) {
      await plane.runForge(["variable", "set", `CP_FORGE_${role}_APP_ID`, "--body", "Iv23liHalf"]);
    }
    const { conclusions, logOf } = await plane.runWorker();
    expect(conclusions).toEqual(allDone);
    expect(logOf("admission")).toContain("credential: workflow-token");
    expect(logOf("control_issue")).toContain(
      "No token for issue: The write App's credentials are incomplete:",
    );
    expect(await plane.issues()).toHaveLength(1);
  });

  test("stops immediately if the read App's key is rejected", async () => {
    const plane = await openWorker("app", program.cli());
    await plane.addApp("read", targets, strangeKey);
    await plane.addApp("write", targets);
    const { conclusions } = await plane.runWorker();
    expect(conclusions).toMatchObject(stopped);
    expect(Object.values(conclusions)).not.toContain("success");
    expect(await plane.issues()).toEqual([]);
  });

  test("fails the output job if the write App's key is rejected, without a weaker fallback", async () => {
    const plane = await openWorker("app", program.cli());
    await plane.addApp("read", targets);
    await plane.addApp("write", targets, strangeKey);
    const { conclusions } = await plane.runWorker();
    expect(conclusions).toEqual({ ...allDone, control_issue: "failure" });
    expect(await plane.issues()).toEqual([]);
  });

  test("stops before any request if a gate record is active", async () => {
    const plane = await openWorker("app", program.cli());
    await plane.addApp("read", targets);
    const reset = Math.floor(Date.now() / 1000) + 1800;
    const record = writeGateRecord({ limit: 5000, remaining: 12, reset });
    await plane.runForge(["variable", "set", "CP_FORGE_API_GATE", "--body", record]);
    const before = plane.emulator.requests().length;
    const { conclusions } = await plane.runWorker();
    expect(conclusions).toMatchObject(stopped);
    const ofRun = plane.emulator.requests().slice(before);
    expect(ofRun.filter(({ path }) => /rate_limit|installation|access_tokens/.test(path))).toEqual(
      [],
    );
  });

  test("executes each shell step unchanged in the github naming convention", async () => {
    const plane = await openWorker("app", program.cli(), "github");
    await plane.addApp("read", targets);
    await plane.addApp("write", targets);
    const { conclusions } = await plane.runWorker();
    const { admission: pre_activation, ...others } = allDone;
    expect(conclusions).toEqual({ pre_activation, ...others });
    expect(await plane.issues()).toMatchObject([{ user: { login: "acme-writeer[bot]" } }]);
  });

  test("does not execute a package that differs from the pinned one", async () => {
    const plane = await openWorker("workflow-token", program.cli());
    const other = `sha512-${"B".repeat(86)}==`;
    await plane.put("shared/control.md", plane.control.replaceAll(/sha512-\S+==/g, other));
    const { conclusions, logOf } = await plane.runWorker();
    expect(conclusions).toMatchObject(stopped);
    expect(logOf("admission")).toMatch(
      /##\[error\]The package from http\S+ does not match the pinned hash\./,
    );
    expect(logOf("admission")).not.toContain("credential");
  });
});
