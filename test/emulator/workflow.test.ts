import { describe, expect, test } from "vitest";
import { createApp, installApp, mintToken, openForge, type OpenForge } from "./open-forge.ts";

const repository = "/repos/acme/control";
const file = `${repository}/contents/.github/workflows/check.yml`;

const workflow = (steps: string, more = "") => `name: Check
on:
  workflow_dispatch:
    inputs:
      word:
        default: none
${more}jobs:
  check:
    runs-on: embedded
    steps:
${steps}
`;

const text = workflow(`      - name: Say
        run: echo "word is $WORD"
        env:
          WORD: \${{ inputs.word }}`);

const endless = workflow(`      - name: Wait
        run: sleep 3600`);

async function push(forge: OpenForge, yaml: string, ask: object = {}) {
  const content = Buffer.from(yaml).toString("base64");
  return forge.rest("PUT", file, { body: { message: "Add a check", content }, ...ask });
}

async function dispatch(forge: OpenForge, inputs: object = {}): Promise<number> {
  const body = { ref: "main", inputs, return_run_details: true };
  const path = `${repository}/actions/workflows/check.yml/dispatches`;
  return (await forge.rest("POST", path, { body })).json.workflow_run_id;
}

const readRun = async (forge: OpenForge, id: number) =>
  (await forge.rest("GET", `${repository}/actions/runs/${id}`)).json;

async function finished(forge: OpenForge, id: number) {
  await expect.poll(async () => (await readRun(forge, id)).status).toBe("completed");
  return readRun(forge, id);
}

describe("a workflow file", () => {
  test("creates a workflow", async () => {
    const forge = await openForge();
    expect((await push(forge, text)).status).toBe(201);
    const { json } = await forge.rest("GET", `${repository}/actions/workflows`);
    expect(json.workflows).toMatchObject([{ name: "Check", state: "active" }]);
    const sha = (await forge.rest("GET", file)).json.sha;
    await forge.rest("DELETE", file, { body: { message: "Remove it", sha } });
    expect((await forge.rest("GET", `${repository}/actions/workflows`)).json.total_count).toBe(0);
  });

  test("requires the scope workflow, and from an App the permission for workflows", async () => {
    const forge = await openForge();
    const { token } = (await forge.control("POST", "tokens", { user: "mona", scopes: ["repo"] }))
      .json;
    expect((await push(forge, text, { token })).status).toBe(404);
    const app = await createApp(forge, { default_permissions: { contents: "write" } });
    const installation = await installApp(forge, app, "all");
    const minted = (await mintToken(forge, { app, installation })).json.token;
    const refused = await push(forge, text, { token: minted });
    expect(refused.status).toBe(403);
    expect(refused.headers.get("x-accepted-github-permissions")).toBe("workflows=write");
  });

  test("is changed only with the sha of its current version", async () => {
    const forge = await openForge();
    const { sha } = (await push(forge, text)).json.content;
    const content = Buffer.from(endless).toString("base64");
    const change = (body: object) =>
      forge.rest("PUT", file, { body: { message: "Change it", content, ...body } });
    expect((await change({})).status).toBe(422);
    expect((await change({ sha: "0".repeat(40) })).status).toBe(409);
    expect((await change({ sha })).status).toBe(200);
  });
});

describe("a run", () => {
  test("runs the dispatched workflow, and stores its log", async () => {
    const forge = await openForge();
    await push(forge, text);
    const id = await dispatch(forge, { word: "hello" });
    expect(await finished(forge, id)).toMatchObject({
      conclusion: "success",
      event: "workflow_dispatch",
    });
    const { jobs } = (await forge.rest("GET", `${repository}/actions/runs/${id}/jobs`)).json;
    expect(jobs).toMatchObject([
      { conclusion: "success", steps: [{ name: "Say", conclusion: "success" }] },
    ]);
    const log = await forge.rest("GET", `${repository}/actions/jobs/${jobs[0].id}/logs`);
    const link = log.headers.get("location") ?? "";
    expect(await (await fetch(link)).text()).toContain("word is hello");
  });

  test("is cancelled while it runs, and not afterwards", async () => {
    const forge = await openForge();
    await push(forge, endless);
    const id = await dispatch(forge);
    const list = (status: string) =>
      forge.rest("GET", `${repository}/actions/runs?status=${status}`);
    await expect.poll(async () => (await list("in_progress")).json.total_count).toBe(1);
    const cancel = () => forge.rest("POST", `${repository}/actions/runs/${id}/cancel`);
    expect((await cancel()).status).toBe(202);
    expect((await finished(forge, id)).conclusion).toBe("cancelled");
    expect((await cancel()).status).toBe(409);
    expect((await forge.rest("POST", `${repository}/actions/runs/${id}/force-cancel`)).status).toBe(
      409,
    );
  });

  test("is stopped with the forge while it runs", async () => {
    const forge = await openForge();
    await push(forge, endless);
    await dispatch(forge);
    const list = () => forge.rest("GET", `${repository}/actions/runs?status=in_progress`);
    await expect.poll(async () => (await list()).json.total_count).toBe(1);
    await forge.emulator.close();
  });

  test("has its own token, with the permissions of the file", async () => {
    const forge = await openForge();
    const ask = `      - name: Ask
        run: |
          for path in contents/README.md issues actions/variables; do
            curl -s -o /dev/null -w "%{http_code} " -H "Authorization: Bearer $TOKEN" "$FORGE_API_URL/repos/acme/control/$path"
          done
        env:
          TOKEN: \${{ github.token }}`;
    await push(forge, workflow(ask, "permissions:\n  issues: read\n"));
    const id = await dispatch(forge);
    await finished(forge, id);
    const asked = forge.emulator.requests().filter(({ who }) => who === "workflow:acme/control");
    expect(asked.map(({ status }) => status)).toEqual([403, 200, 403]);
  });

  test("is rejected for a workflow that is disabled or lacks the trigger", async () => {
    const forge = await openForge();
    await push(forge, text);
    const path = `${repository}/actions/workflows/check.yml`;
    expect((await forge.rest("PUT", `${path}/disable`)).status).toBe(204);
    const start = () => forge.rest("POST", `${path}/dispatches`, { body: { ref: "main" } });
    expect((await start()).status).toBe(422);
    expect((await forge.rest("PUT", `${path}/enable`)).status).toBe(204);
    expect((await start()).status).toBe(204);
  });

  test("can use an environment only from a branch that the environment allows", async () => {
    const forge = await openForge();
    const environment = `${repository}/environments/agents`;
    const deployment_branch_policy = { protected_branches: false, custom_branch_policies: true };
    await forge.rest("PUT", environment, { body: { deployment_branch_policy } });
    await push(
      forge,
      text.replace("runs-on: embedded", "runs-on: embedded\n    environment: agents"),
    );
    expect((await finished(forge, await dispatch(forge))).conclusion).toBe("failure");
    await forge.rest("POST", `${environment}/deployment-branch-policies`, {
      body: { name: "ma*" },
    });
    expect((await finished(forge, await dispatch(forge))).conclusion).toBe("success");
  });
});
