import { expect, test } from "vitest";
import { addWorker, fillPlane, openRemovalBench, startWorker, worker } from "./bench.ts";
import type { RemovalBench } from "./bench.ts";

/** Returns all objects of a plane that remain on the forge, if the forge shows them. */
async function leftOf({ rest, home, control }: RemovalBench) {
  const names = async (path: string, field: string) =>
    ((await rest("GET", path)).json[field] as { name: string }[]).map(({ name }) => name);
  const files = (await rest("GET", `${home}/contents/.forge`)).json as unknown;
  const apps = (await control("GET", "apps")).json as unknown[];
  return {
    secrets: await names(`${home}/actions/secrets`, "secrets"),
    variables: await names(`${home}/actions/variables`, "variables"),
    environments: await names(`${home}/environments`, "environments"),
    installations: (await rest("GET", "/orgs/acme/installations")).json.total_count as number,
    files: Array.isArray(files) ? files.map((file: { path: string }) => file.path) : [],
    apps: apps.length,
  };
}

test("removes a complete plane in the order in which no weaker credential takes over", async () => {
  const bench = await openRemovalBench();
  await fillPlane(bench);
  const { outcome, error, asked } = await bench.remove();
  expect(error).toBeUndefined();
  expect(outcome).toMatchObject({ complete: true });
  expect(await leftOf(bench)).toMatchObject({
    secrets: [],
    variables: [],
    environments: [],
    installations: 0,
    files: [],
    apps: 0,
  });
  expect(asked).toEqual([
    "inventory",
    "begin",
    "proof-workflow",
    "secrets",
    "read-app",
    "write-app",
    "pat",
    "variables",
    "environment",
    "control-file",
    "gatehouse-package",
    "settings",
    "decision",
    "machine",
  ]);
  expect(outcome?.deleted.filter(({ how }) => how === "reported").map(({ id }) => id)).toEqual([
    "pat",
  ]);
  expect(bench.kept()).toEqual(["remove.json"]);
});

test("asks nothing if there is nothing to remove", async () => {
  const bench = await openRemovalBench();
  const { outcome, asked } = await bench.remove();
  expect(outcome).toMatchObject({ complete: true, deleted: [] });
  expect(asked).toEqual([]);
});

test("pressing Enter instead of typing the repository's name removes nothing", async () => {
  const bench = await openRemovalBench();
  await fillPlane(bench);
  const before = await leftOf(bench);
  const { outcome } = await bench.remove({ answers: { begin: "" } });
  expect(outcome).toMatchObject({ complete: false, deleted: [] });
  expect(await leftOf(bench)).toEqual(before);
});

test("disables the workflows and cancels their runs before it deletes a secret that they use", async () => {
  const bench = await openRemovalBench();
  await fillPlane(bench);
  await addWorker(bench);
  await bench.rest("POST", `${bench.home}/actions/variables`, {
    body: { name: "CP_REVIEW_ENABLED", value: "true" },
  });
  const run = await startWorker(bench);
  const state = async () =>
    (await bench.rest("GET", `${bench.home}/actions/workflows/worker.yml`)).json.state as string;
  let stateThen = "";
  const { outcome } = await bench.remove({
    onQuestion: () => undefined,
    change: (deps) => ({
      removeRecords: async (records) => {
        stateThen ||= await state();
        const { json } = await bench.rest("GET", `${bench.home}/actions/runs/${run}`);
        expect(json.status).toBe("completed");
        await deps.removeRecords(records);
      },
    }),
  });
  expect(stateThen).toBe("disabled_manually");
  expect(outcome?.complete).toBe(true);
  expect(outcome?.remaining).toContainEqual(
    expect.objectContaining({ id: worker, isOwn: false, why: "yours; now disabled" }),
  );
  const { json } = await bench.rest("GET", `${bench.home}/actions/variables/CP_REVIEW_ENABLED`);
  expect(json.value).toBe("false");
});

test("removes nothing if the operator lets workflows run", async () => {
  const bench = await openRemovalBench();
  await fillPlane(bench);
  await addWorker(bench);
  const before = await leftOf(bench);
  const { outcome } = await bench.remove({ answers: { "stop-work": false } });
  expect(outcome).toMatchObject({ complete: false, deleted: [] });
  expect(await leftOf(bench)).toEqual(before);
});

test("the client ID of an App that is left for later stays, and the next run finds it", async () => {
  const bench = await openRemovalBench();
  await fillPlane(bench);
  const first = await bench.remove({ answers: { "read-app": "later", pat: "later" } });
  expect(first.outcome?.complete).toBe(false);
  const left = await leftOf(bench);
  expect(left).toMatchObject({
    secrets: [],
    variables: ["CP_FORGE_READ_APP_ID"],
    installations: 1,
  });
  expect(first.asked).not.toContain("machine");
  expect(first.asked).not.toContain("decision");
  const second = await bench.remove();
  expect(second.outcome).toMatchObject({ complete: true });
  expect(second.asked).toContain("pat");
  expect(await leftOf(bench)).toMatchObject({ variables: [], installations: 0, files: [] });
});

test("an App that is only uninstalled is reported as remaining", async () => {
  const bench = await openRemovalBench();
  await fillPlane(bench);
  const { outcome } = await bench.remove({ answers: { "write-app": "uninstall" } });
  expect(await leftOf(bench)).toMatchObject({ installations: 0, variables: [] });
  expect(outcome?.complete).toBe(false);
  expect(outcome?.remaining.filter(({ isOwn }) => isOwn)).toEqual([
    expect.objectContaining({
      what: "the Write App acme-writeer",
      why: "kept by mona",
      link: expect.stringContaining("/settings/apps/acme-writeer/advanced"),
    }),
  ]);
});

test("an environment with another user's secret stays, but our secret in it is deleted", async () => {
  const bench = await openRemovalBench();
  await fillPlane(bench);
  await bench.runForge(["secret", "set", "DEPLOY", "--env", "control-plane"], "theirs");
  const { outcome } = await bench.remove();
  expect(outcome?.complete).toBe(true);
  const path = `${bench.home}/environments/control-plane/secrets`;
  expect((await bench.rest("GET", path)).json.secrets).toMatchObject([{ name: "DEPLOY" }]);
  expect(outcome?.remaining).toContainEqual(
    expect.objectContaining({
      what: "the environment control-plane",
      why: "it also contains DEPLOY",
    }),
  );
});

test("a file that another user changes during the run is not deleted", async () => {
  const bench = await openRemovalBench();
  await fillPlane(bench);
  const { error } = await bench.remove({
    change: (deps) => ({
      removeFile: async (file) => {
        if (file.kind === "settings") await bench.writeSettings();
        if (file.kind === "control file")
          await bench.commit(file.path, "---\nsomebody: else\n---\n");
        await deps.removeFile(file);
      },
    }),
    answers: { "failure:control-file-failed": "stop" },
  });
  expect(error).toMatchObject({
    message: expect.stringContaining(
      ".forge/workflows/shared/control.md was changed by another user in the meantime.",
    ),
  });
  expect((await leftOf(bench)).files).not.toEqual([]);
});

test("deletes keys in the keychain together with the journal that names them", async () => {
  const bench = await openRemovalBench();
  const { read } = await fillPlane(bench);
  await bench.keepKey("read", read, "forge/acme/control/read");
  await bench.remove();
  expect([...bench.keychain.held]).toEqual([]);
});

test("an account without administration rights is refused before the first question", async () => {
  const bench = await openRemovalBench();
  await bench.control("PATCH", "world", {
    organizations: { acme: { members: { mona: "member" } } },
    repositories: { "acme/control": { collaborators: { mona: "push" } } },
  });
  const { error, asked } = await bench.remove();
  expect(error).toMatchObject({
    exitCode: 3,
    message: expect.stringContaining("You need the Admin role in acme/control."),
  });
  expect(asked).toEqual(["inventory-read"]);
});

test("a change that the forge accepts without effect is retried, and never reported as deleted", async () => {
  const bench = await openRemovalBench();
  await fillPlane(bench);
  const play = { kind: "status", status: 204 } as const;
  const on = "DELETE /repos/acme/control/actions/secrets/CP_FORGE_WRITE_APP_PRIVATE_KEY";
  bench.emulator.setFaults([{ on, play }]);
  const { outcome, text } = await bench.remove({ answers: { "failure:secrets-failed": "again" } });
  expect(text).toContain("CP_FORGE_WRITE_APP_PRIVATE_KEY is still stored");
  expect(outcome?.complete).toBe(true);
  expect((await leftOf(bench)).secrets).toEqual([]);
});

test("an App that this account cannot see is reported as deleted, with name and time; the next run accepts this", async () => {
  const bench = await openRemovalBench();
  await fillPlane(bench);
  const hidden = { kind: "status", status: 403 } as const;
  const blind = ["GET /apps/*", "GET /orgs/acme/installations"];
  bench.emulator.setFaults(blind.map((on) => ({ on, times: 0, play: hidden })));
  const answers = { "read-app": "done", "write-app": "done", variables: false };
  const first = await bench.remove({ answers });
  expect(first.outcome?.deleted).toContainEqual(
    expect.objectContaining({
      how: "reported",
      what: expect.stringContaining("Read App"),
      word: { by: "mona", at: expect.stringMatching(/^20/) },
    }),
  );
  expect(first.outcome?.complete).toBe(false);
  const second = await bench.remove();
  expect(second.asked).not.toContain("read-app");
  expect(second.outcome?.complete).toBe(true);
});

test("if a branch rejects commits, only the files remain", async () => {
  const bench = await openRemovalBench();
  await fillPlane(bench);
  const message = "Repository rule violations found: Changes must be made through a pull request.";
  const play = { kind: "status", status: 409, message } as const;
  bench.emulator.setFaults([{ on: "DELETE /repos/acme/control/contents/**", times: 0, play }]);
  const leave = ["proof-workflow", "control-file", "settings", "decision"].map(
    (id) => [`failure:${id}-failed`, "leave"] as const,
  );
  const { outcome, text } = await bench.remove({ answers: Object.fromEntries(leave) });
  expect(text).toContain(
    "Commit this file with a pull request: .forge/workflows/gatehouse-proof.yml",
  );
  expect(outcome?.complete).toBe(false);
  const isOwn = outcome?.remaining.filter((item) => item.isOwn).map(({ id }) => id.split(" ")[0]);
  expect(isOwn).toEqual(["file", "file", "file", "file", "file", "machine"]);
  expect(await leftOf(bench)).toMatchObject({ secrets: [], variables: [], apps: 0 });
});
