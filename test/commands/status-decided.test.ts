import { expect, test } from "vitest";
import {
  appDecision,
  openControlPlane,
  patDecision,
  someSettings,
} from "../plane/control-plane-bench.ts";
import type { Settings } from "../../src/plane/scope/settings.ts";
import { inDays } from "../flows/scope/scope-bench.ts";
import { installProgram, makeHome } from "./installed-program.ts";

const program = installProgram();

type Plane = Awaited<ReturnType<typeof openControlPlane>>;

async function status({ emulator }: Plane, ...more: string[]) {
  const { home, env } = await makeHome();
  const args = ["status", "--host", emulator.origin, "--repo", "acme/control", ...more];
  const location = { ...env, FORGE_CONFIG_DIR: emulator.cliConfigDir };
  return program.run(args, { env: location, cwd: home });
}

async function statusAsJson(plane: Plane) {
  const { code, out } = await status(plane, "--json");
  const document = JSON.parse(out);
  const command = (verb: string, more = "") =>
    `gatehouse ${verb} --host ${plane.emulator.origin} --repo acme/control${more}`;
  const untried = { text: "Test the stored credentials with a run", command: command("verify") };
  return { code, document, command, untried };
}

const byWorkflowToken = {
  ...appDecision,
  choice: { profile: "workflow-token", readApp: false, writeApp: false, pat: false },
} as const;

test("if the workflow token was chosen, only the control file is missing, and then nothing is", async () => {
  const plane = await openControlPlane();
  await plane.writeSettings();
  await plane.writeDecision(byWorkflowToken);
  expect(await statusAsJson(plane)).toMatchObject({
    code: 5,
    document: { complete: false, wrong: [{ id: "shared-control" }] },
  });
  await plane.writeControl(byWorkflowToken);
  const { code, document, command } = await statusAsJson(plane);
  expect(code).toBe(0);
  expect(document).toMatchObject({
    complete: true,
    installations: [],
    profile: { profile: "workflow-token", decidedBy: "mona", changed: [] },
    next: [{ text: "Verify everything before promotion", command: command("verify") }],
  });
});

test("a stray credential that runs would use, or an unreadable list, keeps the status incomplete", async () => {
  const plane = await openControlPlane();
  await plane.writeSettings();
  await plane.writeDecision(byWorkflowToken);
  await plane.writeControl(byWorkflowToken);
  await plane.runForge(["secret", "set", "CP_FORGE_TOKEN"], "a token");
  const stray = await statusAsJson(plane);
  expect(stray.code).toBe(5);
  expect(stray.document).toMatchObject({
    complete: false,
    next: [
      {
        text: "Delete the secret CP_FORGE_TOKEN from the repository: it belongs in the environment",
      },
    ],
  });
  await plane.rest("DELETE", "/repos/acme/control/actions/secrets/CP_FORGE_TOKEN");
  const on = "GET /repos/acme/control/actions/organization-secrets";
  plane.emulator.setFaults([{ on, play: { kind: "status", status: 403 } }]);
  const unseen = await statusAsJson(plane);
  expect(unseen.code).toBe(5);
  expect(unseen.document.next).toEqual([
    { text: "Use an account that can list the records that the organization shares" },
    { text: "Run this command as an administrator of the repository" },
  ]);
});

test("an unselected credential that runs would use is reported, because verify would fail", async () => {
  const plane = await openControlPlane();
  await plane.writeSettings();
  await plane.writeDecision(byWorkflowToken);
  await plane.writeControl(byWorkflowToken);
  await plane.addPat(["acme/control"]);
  const { code, document } = await statusAsJson(plane);
  expect({ code, complete: document.complete }).toEqual({ code: 5, complete: false });
  const { evidence } = document.wrong.find(({ id }: { id: string }) => id === "precedence");
  expect(evidence).toContain(
    "CP_FORGE_TOKEN is stored, but no PAT is chosen: it would be used without consent.",
  );
  expect(document.next).toEqual([
    { text: "Delete the secret CP_FORGE_TOKEN from the environment, and revoke the token" },
  ]);
  expect((await status(plane)).out).toContain(
    "forge-tools would use the PAT instead of the chosen workflow token",
  );
});

test("if the scope has changed since the decision, a review of the profile is the next step", async () => {
  const plane = await openControlPlane();
  const changed: Settings = { ...someSettings, mode: "live", targets: ["acme/web"] };
  await plane.writeSettings(changed);
  await plane.writeDecision(byWorkflowToken);
  await plane.writeControl(byWorkflowToken, changed);
  const { code, document, command } = await statusAsJson(plane);
  expect(code).toBe(5);
  expect(document.profile.changed).toEqual(["targets", "mode"]);
  expect(document.next).toEqual([{ text: "Review the profile again", command: command("scope") }]);
  expect((await status(plane)).out).toMatch(
    /Profile decision for this scope +wrong\n +Changed since the decision .*: targets, mode\./,
  );
});

test("a PAT that expires soon causes a reminder, and an expired PAT makes the status incomplete", async () => {
  const plane = await openControlPlane();
  await plane.writeSettings();
  const until = async (days: number) => {
    const { consent, ...decision } = patDecision();
    if (!consent) throw new Error("Found no consent.");
    const expiresAt = inDays(days);
    await plane.writeDecision({ ...decision, consent: { ...consent, expiresAt } });
    await plane.writeControl(decision);
    return statusAsJson(plane);
  };
  await plane.addPat(["acme/control", "acme/api", "acme/infra"], { expiresAt: inDays(6) });
  const soon = await until(6);
  expect(soon.document.reminders).toMatchObject([{ state: "due", within: 7 }]);
  expect(soon.document.next[0].command).toBe(soon.command("rotate", " --pat"));
  // The reminder is the only message, and does not keep the status from being complete.
  expect(soon.document).toMatchObject({ wrong: [], next: [{}, soon.untried] });
  expect(await until(-1)).toMatchObject({
    code: 5,
    document: { complete: false, reminders: [{ state: "expired" }] },
  });
});

test("an agent token and an invalid settings file are reported", async () => {
  const plane = await openControlPlane();
  await plane.runForge(["secret", "set", "AGENT_FORGE_TOKEN"], "x");
  await plane.commit(".forge/control-plane.json", '{ "version": 2 }');
  const { code, document } = await statusAsJson(plane);
  expect(code).toBe(5);
  expect(document.wrong).toMatchObject([
    { id: "settings", evidence: [expect.stringContaining(".forge/control-plane.json has")] },
    { id: "decision" },
    { id: "inference-fallbacks", evidence: ["Not supported: AGENT_FORGE_TOKEN."] },
  ]);
  expect(document.next.map(({ text }: { text: string }) => text)).toEqual([
    "Fix the file and commit it",
    "Delete these records",
  ]);
  expect((await status(plane)).out).toContain("Not supported: AGENT_FORGE_TOKEN.");
});
