import { expect, test } from "vitest";
import { openForge, type OpenForge } from "./open-forge.ts";
import { printing, putSecret, readJob, seeRun, startRun } from "./run-bench.ts";

const environments = "/repos/acme/control/environments";

const listEnvironments = async (forge: OpenForge) =>
  (await forge.rest("GET", environments)).json.environments as { name: string }[];

test("an environment that only a job names is created without protection", async () => {
  const forge = await openForge();
  const id = await startRun(forge, printing({ WORD: "word" }, "agents"));
  expect(await seeRun(forge, id, "completed")).toMatchObject({ conclusion: "success" });
  expect(await listEnvironments(forge)).toMatchObject([
    { name: "agents", protection_rules: [], deployment_branch_policy: null },
  ]);
});

test("an environment is not created twice, whatever the case of its name", async () => {
  const forge = await openForge();
  const body = { deployment_branch_policy: null };
  await forge.rest("PUT", `${environments}/Agents`, { body });
  const id = await startRun(forge, printing({ WORD: "word" }, "agents"));
  await seeRun(forge, id, "completed");
  expect((await listEnvironments(forge)).map(({ name }) => name)).toEqual(["Agents"]);
});

test("an environment is not created for a job that is skipped", async () => {
  const forge = await openForge();
  const yaml = printing({ WORD: "word" }, "agents");
  const id = await startRun(forge, yaml.replace("runs-on:", "if: failure()\n    runs-on:"));
  await seeRun(forge, id, "completed");
  expect(await listEnvironments(forge)).toEqual([]);
});

test("an environment of a private repository on Free is created, and lacks secrets", async () => {
  const forge = await openForge();
  await forge.rest("PUT", `${environments}/agents`, { body: {} });
  await putSecret(forge, `${environments}/agents`, { name: "WORD", value: "hush" });
  await forge.control("PATCH", "world", { organizations: { acme: { plan: "free" } } });
  const kept = await startRun(forge, printing({ WORD: "${{ secrets.WORD }}" }));
  await seeRun(forge, kept, "completed");
  expect((await readJob(forge, kept)).log).toContain("WORD= end");
  const id = await startRun(forge, printing({ WORD: "word" }, "other"));
  await seeRun(forge, id, "completed");
  expect((await listEnvironments(forge)).map(({ name }) => name)).toEqual(["agents", "other"]);
});
