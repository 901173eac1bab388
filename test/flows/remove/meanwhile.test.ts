import { expect, test } from "vitest";
import { someSettings } from "../../plane/control-plane-bench.ts";
import { addWorker, fillPlane, openRemovalBench, startWorker } from "./bench.ts";

test("the environment stays if another user adds a secret during the removal", async () => {
  const bench = await openRemovalBench();
  await fillPlane(bench);
  const { outcome, text } = await bench.remove({
    change: (deps) => ({
      removeEnvironment: async (name) => {
        await bench.runForge(["secret", "set", "DEPLOY", "--env", "control-plane"], "theirs");
        await deps.removeEnvironment(name);
      },
    }),
    answers: { "failure:environment-failed": "leave" },
  });
  expect(text).toContain("it also contains DEPLOY");
  const path = `${bench.home}/environments/control-plane/secrets`;
  expect((await bench.rest("GET", path)).json.secrets).toMatchObject([{ name: "DEPLOY" }]);
  expect(outcome?.complete).toBe(false);
  expect((await bench.remove()).outcome?.complete).toBe(true);
});

test("a secret that the operator keeps also keeps its environment", async () => {
  const bench = await openRemovalBench();
  await fillPlane(bench);
  const { asked } = await bench.remove({ answers: { secrets: false } });
  expect(asked).not.toContain("environment");
  const path = `${bench.home}/environments/control-plane/secrets`;
  expect((await bench.rest("GET", path)).json.secrets).toMatchObject([{ name: "CP_FORGE_TOKEN" }]);
});

test("a report about one PAT does not apply to a PAT that is stored later", async () => {
  let seconds = 0;
  const bench = await openRemovalBench({ clock: () => new Date(Date.now() + seconds * 1000) });
  await fillPlane(bench);
  const first = await bench.remove({ answers: { "write-app": "keep" } });
  expect(first.outcome?.deleted).toContainEqual(
    expect.objectContaining({ id: "pat", how: "reported" }),
  );

  seconds = 60;
  await bench.addPat(["acme/control"]);
  const second = await bench.remove({ answers: { "write-app": "keep", pat: "later" } });
  expect(second.asked).toContain("pat");
  const third = await bench.remove({ answers: { "write-app": "keep", pat: "later" } });
  expect(third.asked).toContain("pat");
});

test("the settings stay as long as an environment exists that only they name", async () => {
  const bench = await openRemovalBench();
  await bench.writeSettings({ ...someSettings, environment: "prod" });
  const policy = { protected_branches: false, custom_branch_policies: true };
  const path = `${bench.home}/environments/prod`;
  await bench.rest("PUT", path, { body: { deployment_branch_policy: policy } });
  await bench.rest("POST", `${path}/deployment-branch-policies`, { body: { name: "main" } });
  const first = await bench.remove({ answers: { environment: false } });
  expect(first.outcome?.complete).toBe(false);
  const second = await bench.remove();
  expect(second.asked).toContain("environment");
  expect(second.outcome?.complete).toBe(true);
  expect((await bench.rest("GET", path)).status).toBe(404);
});

test("if a run does not stop, the operator decides whether to delete the secrets anyway", async () => {
  const bench = await openRemovalBench();
  await fillPlane(bench);
  await addWorker(bench);
  await startWorker(bench);
  const left = [{ id: 7, status: "in_progress", link: "https://forge.example/7" }];
  const change = () => ({ endRuns: () => Promise.resolve(left) });
  const { outcome, asked } = await bench.remove({ change, answers: { "runs-left": false } });
  expect(asked).toContain("runs-left");
  expect(asked).not.toContain("secrets");
  expect(outcome).toMatchObject({ complete: false, deleted: [] });
});

test.each([".forge/workflows/ci #1?.yml", ".forge/workflows/lower.yml"])(
  "%s is stopped, regardless of its file name and of the spelling of our secret",
  async (path) => {
    const bench = await openRemovalBench();
    await bench.addApp("read", ["acme/control"]);
    const key = "${{ secrets.cp_forge_read_app_private_key }}";
    await bench.rest("PUT", `${bench.home}/contents/${encodeURIComponent(path)}`, {
      body: {
        message: "m",
        content: Buffer.from(
          `on: workflow_dispatch\njobs:\n  work:\n    runs-on: embedded\n    steps:\n      - run: echo ${key}\n`,
        ).toString("base64"),
      },
    });
    const { error, asked } = await bench.remove();
    expect(error).toBeUndefined();
    expect(asked).toContain("stop-work");
    const { json } = await bench.rest("GET", `${bench.home}/actions/workflows`);
    expect(json.workflows).toMatchObject([{ path, state: "disabled_manually" }]);
  },
);

test("an App is not reported as uninstalled if the account can no longer read installations", async () => {
  const bench = await openRemovalBench();
  await fillPlane(bench);
  const play = { kind: "status", status: 403 } as const;
  const { outcome } = await bench.remove({
    answers: { "write-app": "uninstall" },
    onQuestion: (id) => {
      if (id !== "write-app") return;
      bench.emulator.setFaults([{ on: "GET /orgs/acme/installations", times: 0, play }]);
    },
    change: (deps) => ({
      openLink: (link) =>
        link.includes("/installations/") ? Promise.resolve(true) : deps.openLink(link),
    }),
    onMoment: async ({ wait, update, act }) => {
      if (wait === "write-app-uninstallation" && update.line === "still exists") await act("later");
    },
  });
  const remaining = outcome?.remaining.filter(({ isOwn }) => isOwn);
  expect(remaining?.map(({ why }) => why)).toEqual(expect.arrayContaining(["postponed"]));
  expect(JSON.stringify(remaining)).not.toContain("kept");
});

test("an App is reported as deleted if an owner deletes it instead of uninstalling it", async () => {
  const bench = await openRemovalBench();
  const { write } = await fillPlane(bench);
  const { outcome } = await bench.remove({
    answers: { "write-app": "uninstall" },
    change: (deps) => ({
      openLink: async (link) => {
        if (!link.includes("/installations/")) return deps.openLink(link);
        await bench.page(`/organizations/acme/settings/apps/${write.slug}/delete`, {});
        return true;
      },
    }),
  });
  expect(outcome?.complete).toBe(true);
});

test("deletes our secret from an environment of another name, and keeps its other content", async () => {
  const bench = await openRemovalBench();
  const path = `${bench.home}/environments/former`;
  await bench.rest("PUT", path, { body: {} });
  await bench.runForge(["secret", "set", "CP_FORGE_TOKEN", "--env", "former"], "ours");
  await bench.runForge(["secret", "set", "DEPLOY", "--env", "former"], "theirs");
  const { outcome } = await bench.remove();
  expect(outcome?.complete).toBe(true);
  expect((await bench.rest("GET", `${path}/secrets`)).json.secrets).toMatchObject([
    { name: "DEPLOY" },
  ]);
});

test("reports nothing as deleted if the repository is hidden and its state is unknown", async () => {
  const bench = await openRemovalBench();
  const play = { kind: "not-found" } as const;
  bench.emulator.setFaults([{ on: "GET /repos/acme/control", times: 0, play }]);
  const { error, outcome } = await bench.remove({ answers: { "failure:unseen": "stop" } });
  expect(outcome).toBeUndefined();
  expect(error).toMatchObject({
    exitCode: 5,
    message: expect.stringContaining("acme/control does not exist, or") as string,
  });
});
