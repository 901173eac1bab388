import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import type { Question } from "../../../src/prompts/prompter.ts";
import { fleetFilePath } from "../../../src/plane/fleet/fleet-file.ts";
import { appRecords } from "../../../src/credentials/records.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import { patDecision, someSettings } from "../../plane/control-plane-bench.ts";
import { runCli } from "../../emulator/cli-bench.ts";
import { createApp, manifestOf } from "../../emulator/open-forge.ts";
import { addWorker, fillPlane, openRemovalBench } from "./bench.ts";
import type { RemovalOptions, RemovalRun } from "./bench.ts";

test("removes a plane that has only a PAT, and points its user to the page for revocation", async () => {
  const bench = await openRemovalBench();
  await bench.addPat(["acme/control"]);
  await bench.writeSettings();
  await bench.writeDecision(patDecision());
  await bench.writeControl(patDecision());
  const first = await bench.remove({ answers: { pat: "later" } });
  expect(first.asked).toEqual([
    "inventory",
    "begin",
    "secrets",
    "pat",
    "environment",
    "control-file",
    "gatehouse-package",
  ]);
  expect(first.text).toContain("still needed to find the PAT");
  const second = await bench.remove();
  expect(second.asked).toEqual(["inventory", "begin", "pat", "settings", "decision"]);
  expect(second.outcome).toMatchObject({ complete: true });
});

test("keeps the gatehouse package while the control file is kept", async () => {
  const bench = await openRemovalBench();
  await bench.writeSettings();
  await bench.writeDecision();
  await bench.writeControl();
  // GitHub does not send the content of a file that is larger than one megabyte.
  await bench.commit(".forge/gatehouse/gatehouse-cli-0.1.0.tgz", "x".repeat(1_100_000));
  const first = await bench.remove({ answers: { "control-file": false } });
  expect(first.asked).not.toContain("gatehouse-package");
  expect(first.text).toContain("still needed by the control file");
  expect((await bench.remove()).outcome).toMatchObject({ complete: true });
});

test("removes a personal account's plane, with an App that only its owner can see", async () => {
  const at = requireRepositoryName("mona/plane-0001", "--repo");
  const bench = await openRemovalBench({ at });
  await bench.control("POST", "repositories", { owner: "mona", prefix: "plane", count: 1 });
  const name = "mona reader";
  const submitted = await bench.page("/settings/apps", {
    manifest: JSON.stringify(manifestOf({ name })),
    state: "s",
    name,
  });
  const code = new URL(submitted.headers.get("location") ?? "").searchParams.get("code");
  const { json: app } = await bench.rest("POST", `/app-manifests/${code}/conversions`);
  const env = {
    FORGE_HOST: new URL(bench.emulator.origin).host,
    FORGE_CONFIG_DIR: bench.emulator.cliConfigDir,
  };
  const { variable, secret } = appRecords.read;
  const where = ["--repo", at.full];
  await runCli(["variable", "set", variable, "--body", app.client_id, ...where], { env });
  await runCli(["secret", "set", secret, ...where], { env, stdin: app.pem });

  const { outcome, asked, error } = await bench.remove({
    answers: { begin: "plane-0001", "read-app": "done" },
  });
  expect(error).toBeUndefined();
  expect(asked).toEqual(["inventory", "begin", "secrets", "read-app", "variables"]);
  expect(outcome).toMatchObject({ complete: true, deleted: [{}, { how: "reported" }, {}] });
});

test("asks about two Apps of the same role, and removes them, one by one", async () => {
  const bench = await openRemovalBench();
  const stored = await bench.addApp("read", ["acme/control"]);
  const known = await createApp(bench, { name: "acme reader before" });
  await bench.recordApp("read", known);
  const second = `read-app ${known.slug}`;
  const first = await bench.remove({ answers: { [second]: "later" } });
  expect(first.asked).toEqual(["inventory", "begin", "secrets", "read-app", second]);
  expect(first.outcome?.complete).toBe(false);
  const isThere = async ({ slug }: { readonly slug: string }) =>
    (await bench.rest("GET", `/apps/${slug}`)).status === 200;
  expect([await isThere(stored), await isThere(known)]).toEqual([false, true]);
  const { outcome } = await bench.remove();
  expect(outcome?.complete).toBe(true);
  expect(await isThere(known)).toBe(false);
});

test("removes an environment that the current settings do not name, even after a stop", async () => {
  const bench = await openRemovalBench();
  await bench.addPat(["acme/control"]);
  await bench.writeSettings({ ...someSettings, environment: "prod" });
  await bench.writeDecision(patDecision());
  const environment = "environment control-plane";
  const first = await bench.remove({ answers: { environment: false, pat: "done" } });
  expect(first.asked).toContain("environment");
  expect(first.outcome?.complete).toBe(false);
  expect(first.outcome?.remaining.map(({ id }) => id)).toContain(environment);
  const second = await bench.remove();
  expect(second.asked).toContain("environment");
  expect(second.outcome?.complete).toBe(true);
  const left = (await bench.rest("GET", `${bench.home}/environments`)).json;
  expect(left).toMatchObject({ total_count: 0 });
});

test("keeps and names the credentials of a fleet", async () => {
  const bench = await openRemovalBench();
  await bench.writeSettings(someSettings);
  const path = fleetFilePath(bench.profile.brand);
  await bench.commit(path, "on: workflow_dispatch\njobs: {}\n");
  await bench.runForge(["variable", "set", "CP_FORGE_FLEET_APP_ID", "--body", "Iv1"]);
  await bench.runForge(["secret", "set", "CP_FORGE_FLEET_APP_PRIVATE_KEY"], "key");
  const { outcome, text } = await bench.remove();
  expect(text).toContain("CP_FORGE_FLEET_APP_PRIVATE_KEY");
  expect(outcome?.complete).toBe(true);
  const kept = outcome?.remaining.filter(({ why }) => why.startsWith("used by a fleet"));
  expect(kept?.map(({ what }) => what)).toEqual([
    path,
    "CP_FORGE_FLEET_APP_ID",
    "CP_FORGE_FLEET_APP_PRIVATE_KEY",
  ]);
  expect((await bench.rest("GET", `${bench.home}/contents/${path}`)).status).toBe(200);
});

test("files in the folder of the other naming convention are not deleted", async () => {
  const bench = await openRemovalBench();
  await fillPlane(bench);
  const theirs = [".github/workflows/gatehouse-proof.yml", ".github/control-plane.json"];
  for (const path of theirs) await bench.commit(path, "of another forge\n");
  const { outcome } = await bench.remove();
  expect(outcome?.complete).toBe(true);
  for (const path of theirs) {
    expect((await bench.rest("GET", `${bench.home}/contents/${path}`)).status).toBe(200);
  }
});

test.each([
  [
    "variables",
    "DELETE /repos/acme/control/actions/variables/CP_FORGE_READ_APP_ID",
    "is still stored",
  ],
  ["environment", "DELETE /repos/acme/control/environments/control-plane", "still exists"],
  ["stop-work", "PUT /repos/acme/control/actions/workflows/worker.yml/disable", "is still active"],
])(
  "%s: a change that the forge accepts without effect is not reported as done",
  async (id, on, words) => {
    const bench = await openRemovalBench();
    await fillPlane(bench);
    await addWorker(bench);
    bench.emulator.setFaults([{ on, play: { kind: "status", status: 204 } }]);
    const { text, outcome } = await bench.remove({
      answers: { [`failure:${id}-failed`]: "again" },
    });
    expect(text).toContain(words);
    expect(outcome?.complete).toBe(true);
  },
);

test("a removal on a second machine finds that machine's own data, and reports the rest as deleted", async () => {
  const bench = await openRemovalBench();
  const { read } = await fillPlane(bench);
  await bench.remove();
  rmSync(bench.journalFile);
  await bench.recordApp("read", read);
  const { asked, outcome } = await bench.remove();
  expect(asked).toEqual(["inventory", "begin", "machine"]);
  expect(outcome).toMatchObject({ complete: true, deleted: [{ id: "machine" }] });
});

test("objects that another user removes during the run count as deleted, not as failed", async () => {
  const bench = await openRemovalBench();
  await fillPlane(bench);
  await addWorker(bench);
  let isOver = false;
  let other: RemovalRun | undefined;
  const { outcome, error } = await bench.remove({
    onQuestion: () => undefined,
    change: (deps) => ({
      removeRecords: async (records) => {
        if (!isOver) {
          isOver = true;
          other = await bench.remove();
        }
        await deps.removeRecords(records);
      },
    }),
  });
  expect([error, other?.error]).toEqual([undefined, undefined]);
  expect(outcome?.complete).toBe(true);
});

test("Enter is never dangerous: each question has a weight, and its default is to wait", async () => {
  const bench = await openRemovalBench();
  await fillPlane(bench);
  await addWorker(bench);
  const questions: Question[] = [];
  await bench.remove({
    onQuestion: (id, _, question) => {
      if (id !== "inventory" && question) questions.push(question);
    },
  });
  expect(questions).toHaveLength(14);
  for (const question of questions) expect(question).toHaveProperty("weight");
  const chosen = questions.flatMap((question) => ("options" in question ? [question.options] : []));
  expect(chosen).toHaveLength(3);
  for (const options of chosen) expect(options).toMatchObject({ 0: { value: "later" } });
});

test("the name of another repository does not start the removal", async () => {
  const bench = await openRemovalBench();
  await fillPlane(bench);
  const { error, asked } = await bench.remove({ answers: { begin: "api" } });
  expect(error).toMatchObject({
    message: expect.stringContaining(
      'the script: answers["begin"] was rejected. The repository name is control. Type it, or leave the field empty to cancel.',
    ) as string,
  });
  expect(asked.at(-1)).toBe("begin");
});

test("an App that the operator provided is marked as provided whenever a question asks about it", async () => {
  const bench = await openRemovalBench();
  const read = await bench.addApp("read", ["acme/control"]);
  await bench.recordApp("read", read, { isProvided: true });
  const facts: string[] = [];
  const options: RemovalOptions = {
    answers: { "read-app": "keep" },
    onQuestion: (id, _, question) => {
      if (id === "read-app") facts.push(JSON.stringify(question));
    },
  };
  expect((await bench.remove(options)).asked).toContain("machine");
  await bench.remove(options);
  const provided = expect.stringContaining("not created by gatehouse; others may use it") as string;
  expect(facts).toEqual([provided, provided]);
});

test("the page of an App that another account owns is in that account's settings", async () => {
  const bench = await openRemovalBench();
  const read = await bench.addApp("read", ["acme/control"]);
  await bench.recordApp("read", read, { isProvided: true });
  const owner = { login: "globex", kind: "organization" } as const;
  const { outcome } = await bench.remove({
    answers: { "read-app": "keep" },
    change: ({ readInventory }) => ({
      readInventory: async () => {
        const found = await readInventory();
        return { ...found, apps: found.apps.map((app) => ({ ...app, owner })) };
      },
    }),
  });
  const links = outcome?.remaining.flatMap(({ link }) => link ?? []);
  expect(links).toEqual([
    expect.stringContaining(`/organizations/globex/settings/apps/${read.slug}/advanced`),
  ]);
});

test("reports that other branches were not checked if the repository exists", async () => {
  const bench = await openRemovalBench();
  await bench.addApp("read", ["acme/control"]);
  const { outcome } = await bench.remove();
  expect(outcome?.remaining).toContainEqual(
    expect.objectContaining({
      what: "workflows and files on branches other than the default branch",
      why: "not checked",
      isOwn: false,
    }),
  );
});
