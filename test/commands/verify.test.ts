import { describe, expect, test } from "vitest";
import { openControlPlane, patDecision, someSettings } from "../plane/control-plane-bench.ts";
import { decidedFor } from "../plane/verify/rows/facts.ts";
import { installProgram, makeHome } from "./installed-program.ts";

const program = installProgram();
const enrolled = ["acme/control", ...someSettings.targets];
type Plane = Awaited<ReturnType<typeof openControlPlane>>;

async function verify(plane: Plane, ...more: string[]) {
  return runAt(plane, await makeHome(), "verify", ...more);
}

function runAt(
  { emulator }: Plane,
  { home, env }: Awaited<ReturnType<typeof makeHome>>,
  verb: string,
  ...more: string[]
) {
  const args = [verb, "--host", emulator.origin, "--repo", "acme/control", ...more];
  const location = { ...env, FORGE_CONFIG_DIR: emulator.cliConfigDir };
  return program.run(args, { env: location, cwd: home });
}

async function verifyAsJson(plane: Plane, ...more: string[]) {
  const { code, out, err } = await verify(plane, "--json", ...more);
  const document = JSON.parse(out || err);
  const states = document.checks.map((check: { id: string; state: string }) => [
    check.id,
    check.state,
  ]);
  return { code, out, err, document, states: Object.fromEntries(states) };
}

/** Creates a live control plane: both Apps, on the control repository and all targets. */
async function openLivePlane() {
  const plane = await openControlPlane();
  const live = decidedFor({ ...someSettings, mode: "live" });
  await plane.writeSettings(live.settings.value);
  const decision = {
    ...live.decision.value,
    choice: { profile: "app", readApp: true, writeApp: true, pat: false },
  } as const;
  await plane.writeDecision(decision);
  await plane.writeControl(decision, live.settings.value);
  const reader = await plane.addApp("read", enrolled);
  const writer = await plane.addApp("write", enrolled);
  return { ...plane, reader, writer };
}

describe("gatehouse verify", () => {
  test("passes a control plane whose Apps match the decision, with at most 24 requests", async () => {
    const plane = await openLivePlane();
    await plane.addOutput(plane.writer, "Nothing to complain about.");
    const before = plane.emulator.requests().length;
    const { code, err, document } = await verifyAsJson(plane);
    const ours = plane.emulator.requests().slice(before);
    const asked = ours.filter(({ who }) => who === "user:mona");
    process.stdout.write(`verify made ${asked.length} requests\n`);
    expect(document.checks.filter((check: { state: string }) => check.state !== "pass")).toEqual(
      [],
    );
    expect({ code, ready: document.ready }).toEqual({ code: 0, ready: true });
    expect(document.counts).toEqual({ pass: 20, fail: 0, unknown: 0 });
    expect(document.run).toMatch(/\/acme\/control\/actions\/runs\/\d+$/);
    expect(err).toContain("● Starting the run\n");
    expect(asked.length).toBeLessThanOrEqual(24);
  });

  test("detects an App that was made public or got a webhook after setup, as does status", async () => {
    const plane = await openLivePlane();
    const home = await makeHome();
    const settings = (slug: string) => `/organizations/acme/settings/apps/${slug}`;
    const post = async (path: string, form: Record<string, string>) =>
      expect((await plane.page(path, form)).status).toBe(302);
    await runAt(plane, home, "verify");
    await post(`${settings(plane.reader.slug)}/visibility`, { public: "true" });
    await post(`${settings(plane.writer.slug)}/webhook`, {
      webhook_active: "true",
      webhook_url: "https://hooks.example/secret-path",
    });
    const status = JSON.parse((await runAt(plane, home, "status", "--json")).out);
    expect(status.overallStatus).toBe("incomplete");
    expect(status.wrong).toMatchObject([{ id: "read-app-openness" }]);
    const { code, states, document, out, err } = await verifyAsJson(plane);
    expect(code).toBe(5);
    expect(states).toMatchObject({
      "read-app-openness": "fail",
      "write-app-openness": "fail",
      "read-app-key": "pass",
    });
    expect(JSON.stringify(document.checks)).toContain("It has a webhook URL.");
    expect(out + err).not.toContain("secret-path");
  });

  test("stores its proofs, which status also reads on a machine without a setup", async () => {
    const plane = await openLivePlane();
    await plane.addOutput(plane.writer, "Nothing to complain about.");
    const home = await makeHome();
    const before = await runAt(plane, home, "status");
    expect(before.code).toBe(5);
    expect(before.out).toContain(
      "? Read App   unknown · acme-reader   selected repositories; only the App's own key can list",
    );
    expect(await runAt(plane, home, "verify")).toMatchObject({ code: 0 });
    const after = await runAt(plane, home, "status", "--json");
    expect(after.code).toBe(0);
    expect(JSON.parse(after.out)).toMatchObject({ overallStatus: "complete", wrong: [] });

    // A later review that refutes it removes the proof, although nothing in the list has changed.
    plane.emulator.setFaults([{ on: "GET /app", times: 0, play: { kind: "status", status: 401 } }]);
    expect(await runAt(plane, home, "verify")).toMatchObject({ code: 5 });
    plane.emulator.setFaults([]);
    const refuted = await runAt(plane, home, "status", "--json");
    expect(refuted.code).toBe(5);
    expect(JSON.parse(refuted.out).installations[0]).toMatchObject({ state: "unknown" });
    expect(await runAt(plane, home, "verify")).toMatchObject({ code: 0 });

    // The scope grows, but the Apps do not.
    const targets = [...someSettings.targets, "acme/web"];
    await plane.writeSettings({ ...someSettings, mode: "live", targets });
    const grown = await runAt(plane, home, "status", "--json");
    expect(grown.code).toBe(5);
    expect(JSON.parse(grown.out).installations[0]).toMatchObject({
      state: "wrong",
      reason: `it covers exactly ${enrolled.join(", ")}; the scope requires ${enrolled.join(", ")}, acme/web`,
    });
  });

  test("passes a PAT with valid consent that a run used from its environment", async () => {
    const plane = await openControlPlane();
    await plane.writeSettings();
    const token = await plane.addPat(enrolled);
    await plane.writeDecision(patDecision());
    await plane.writeControl(patDecision());
    await plane.rest("POST", "/repos/acme/control/issues", { body: { title: "Review" } });
    const home = await makeHome();
    const statusOf = async () => {
      const { code, out } = await runAt(plane, home, "status", "--json");
      const { overallStatus, next, records } = JSON.parse(out);
      const pat = records.find(({ name }: { name: string }) => name === "CP_FORGE_TOKEN");
      return { code, overallStatus, reason: pat.reason, next: next[0].command };
    };
    const command = (verb: string) =>
      `gatehouse ${verb} --host ${plane.emulator.origin} --repo acme/control`;
    // The record was added by hand, and its presence proves nothing.
    expect(await statusOf()).toEqual({
      code: 5,
      overallStatus: "incomplete",
      reason: "only a run can check whether it works",
      next: command("verify"),
    });

    const { code, out, err } = await runAt(plane, home, "verify", "--json");
    const { checks } = JSON.parse(out);
    expect(checks.filter((check: { state: string }) => check.state !== "pass")).toEqual([]);
    expect(code).toBe(0);
    expect(out + err).not.toContain(token);
    const proved = {
      code: 0,
      overallStatus: "complete",
      reason: undefined,
      next: command("verify"),
    };
    expect(await statusOf()).toEqual(proved);

    // A later run that refutes it removes the proof, although the forge's lists do not change.
    const refused = { kind: "status", status: 404 } as const;
    plane.emulator.setFaults([{ on: "GET /repos/acme/infra", times: 0, play: refused }]);
    expect(await runAt(plane, home, "verify")).toMatchObject({ code: 5 });
    plane.emulator.setFaults([]);
    expect(await statusOf()).toMatchObject({ code: 5, overallStatus: "incomplete" });
  });

  test("finds a changed control file, and a workflow that does not import it, by file and line", async () => {
    const plane = await openLivePlane();
    await plane.writeControl();
    const workflow =
      "---\non: workflow_dispatch\npermissions:\n  agent-requests: write\n---\nReview.\n";
    await plane.commit(".forge/workflows/review.md", workflow);
    const { code, document } = await verifyAsJson(plane, "--no-run");
    const check = document.checks.find(({ id }: { id: string }) => id === "shared-control");
    expect(code).toBe(5);
    expect(check).toMatchObject({
      state: "fail",
      evidence: [
        ".forge/workflows/review.md:1:1 it does not import shared/control.md with a role, so its runs skip admission.",
        expect.stringMatching(
          /^\.forge\/workflows\/shared\/control\.md:\d+:1 from this line on, it differs from the output of `gatehouse control render`\.$/,
        ),
      ],
    });
    expect(check.next[0]).toMatchObject({
      text: "Render the shared control file again",
      command: expect.stringMatching(
        /^gatehouse control render --host \S+ --repo acme\/control --commit$/,
      ),
    });
  });

  test("never uses a PAT without valid consent", async () => {
    const plane = await openControlPlane();
    await plane.writeSettings({ ...someSettings, mode: "live" });
    await plane.addPat(enrolled);
    await plane.writeDecision(patDecision());
    const before = plane.emulator.requests().length;
    const { code, states } = await verifyAsJson(plane);
    expect(code).toBe(5);
    expect(states).toMatchObject({
      decision: "fail",
      "pat-only": "fail",
      "pat-coverage": "unknown",
    });
    const runs = plane.emulator.requests().slice(before);
    expect(runs.filter(({ path }) => path.endsWith("/dispatches"))).toEqual([]);
  });

  test("reports the first step for an empty control plane, and exits with 5", async () => {
    const plane = await openControlPlane();
    const { code, document, states } = await verifyAsJson(plane);
    expect(code).toBe(5);
    expect(states).toMatchObject({ settings: "fail", decision: "fail", "app-only": "unknown" });
    expect(document.checks[0].next[0].command).toBe(
      `gatehouse scope --host ${plane.emulator.origin} --repo acme/control`,
    );
  });

  test("with --no-run, changes nothing, and reports checks that require a run as unknown", async () => {
    const plane = await openLivePlane();
    const before = plane.emulator.requests().length;
    const { code, document, states } = await verifyAsJson(plane, "--no-run");
    expect(code).toBe(5);
    expect(document.run).toBeNull();
    expect(states).toMatchObject({
      "app-only": "unknown",
      "read-app-key": "unknown",
      "read-app-permissions": "pass",
      "write-app-coverage": "unknown",
      discovery: "unknown",
    });
    const methods = plane.emulator.requests().slice(before);
    const isRead = ({ method, path }: { method: string; path: string }) =>
      method === "GET" || path === "/graphql";
    expect(methods.filter((each) => !isRead(each))).toEqual([]);
  });

  test("finds a credential in an output, and shows its position but not its value", async () => {
    const plane = await openLivePlane();
    const token = `ghs_${"aB3".repeat(12)}`;
    await plane.addOutput(plane.writer, `Log: ${token}`);
    const { code, out, err } = await verify(plane);
    expect(code).toBe(5);
    expect(out).toMatch(/✖ Review output without credentials +fails$/m);
    expect(out).toMatch(/Next  Check this issue:/);
    expect(out).toContain("Respond to the exposure:\n   gatehouse exposed ");
    expect(out + err).not.toContain(token.slice(4, 12));
  });

  test("detects an App that covers too few repositories, and an installation on all repositories", async () => {
    const plane = await openControlPlane();
    await plane.writeSettings();
    await plane.writeDecision();
    await plane.addApp("read", ["acme/control"]);
    const { states, document } = await verifyAsJson(plane);
    expect(states["read-app-coverage"]).toBe("fail");
    const check = document.checks.find(({ id }: { id: string }) => id === "read-app-coverage");
    expect(check.next[0]).toMatchObject({
      text: "Select exactly: acme/control, acme/api, acme/infra",
      command: expect.stringMatching(/^gatehouse setup --host \S+ --repo acme\/control$/),
    });
  });

  test("reports checks as unknown if their run cannot be started, and prints a workaround", async () => {
    const plane = await openLivePlane();
    plane.emulator.setFaults([
      { on: "PUT /repos/acme/control/contents/**", play: { kind: "not-found" } },
    ]);
    const { code, states } = await verifyAsJson(plane);
    expect(code).toBe(5);
    expect(states).toMatchObject({ settings: "pass", "read-app-key": "unknown" });
  });

  test("a rate limit stops the review, and is reported as a rate limit", async () => {
    const plane = await openLivePlane();
    plane.emulator.setFaults([{ on: "GET /repos/**", play: { kind: "rate-limited" } }]);
    const { code, err } = await verify(plane);
    expect(code).toBe(3);
    expect(err).toMatch(/│ Wait until \S+, then run the same command again/);
  });

  test.each([
    [["verify"], 2, /--repo/],
    [["verify", "--repo", "control"], 2, /✖ "control" is not a valid repository name\./],
    [["verify", "--help"], 0, /^Exit codes:\n {2}0 {2}all checks passed$/m],
  ])("%j exits with %i", async (args, code, text) => {
    const ended = await program.run(args);
    expect(ended.code).toBe(code);
    expect(ended.out + ended.err).toMatch(text);
  });
});
