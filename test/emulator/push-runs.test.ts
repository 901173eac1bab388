import { expect, test } from "vitest";
import { openForge, type OpenForge } from "./open-forge.ts";
import { readJob, seeRun } from "./run-bench.ts";

const repo = "/repos/acme/control";
const workflows = ".github/workflows";

const workflow = (steps: string, push = "") => `name: Check
on:
  workflow_dispatch:
  push:
${push}jobs:
  check:
    runs-on: embedded
    environment: agents
    steps:
${steps}
`;

const report = (push?: string) =>
  workflow(
    `      - uses: actions/checkout@v5
      - run: echo "$GITHUB_EVENT_NAME $GITHUB_REF \${{ github.ref_name }} $(cat word.txt || echo none)"`,
    push,
  );

const encode = (text: string) => Buffer.from(text).toString("base64");

async function put(forge: OpenForge, path: string, text: string, message = "Change it") {
  const file = `${repo}/contents/${path}`;
  const sha = (await forge.rest("GET", file)).json?.sha as string | undefined;
  return forge.rest("PUT", file, { body: { message, content: encode(text), ...(sha && { sha }) } });
}

const listRuns = async (forge: OpenForge) =>
  (await forge.rest("GET", `${repo}/actions/runs?event=push`)).json.workflow_runs;

/** Creates a branch or tag with one more commit. */
async function pushRef(forge: OpenForge, ref: string, files: Record<string, string>) {
  const git = `${repo}/git`;
  const post = async (path: string, body: object) =>
    (await forge.rest("POST", `${git}/${path}`, { body })).json;
  const head = (await forge.rest("GET", `${git}/ref/heads/main`)).json.object.sha as string;
  const base_tree = (await forge.rest("GET", `${git}/commits/${head}`)).json.tree.sha as string;
  const entries = Object.entries(files).map(([path, content]) => ({
    path,
    content,
    mode: "100644",
    type: "blob",
  }));
  const tree = (await post("trees", { base_tree, tree: entries })).sha as string;
  const { sha } = await post("commits", { message: "Change", tree, parents: [head] });
  await post("refs", { ref, sha });
  return sha as string;
}

test("a push of a workflow with the push trigger starts the workflow", async () => {
  const forge = await openForge();
  const { json } = await put(forge, `${workflows}/check.yml`, report());
  const [run] = await listRuns(forge);
  const { sha } = json.commit;
  expect(run).toMatchObject({ event: "push", head_branch: "main", head_sha: sha, name: "Check" });
  expect(await seeRun(forge, run.id, "completed")).toMatchObject({ conclusion: "success" });
  expect((await readJob(forge, run.id)).log).toContain("push refs/heads/main main none");
});

test("the removal of a file is a push, too", async () => {
  const forge = await openForge();
  await put(forge, `${workflows}/check.yml`, report("    paths: [word.txt]\n"));
  expect(await listRuns(forge)).toEqual([]);
  await put(forge, "word.txt", "one");
  const sha = (await forge.rest("GET", `${repo}/contents/word.txt`)).json.sha as string;
  await forge.rest("DELETE", `${repo}/contents/word.txt`, { body: { message: "Remove", sha } });
  expect(await listRuns(forge)).toHaveLength(2);
});

test("a new branch starts the workflow that it contains, with its own files", async () => {
  const forge = await openForge();
  const sha = await pushRef(forge, "refs/heads/agent/one", {
    "word.txt": "here",
    [`${workflows}/check.yml`]: report("    branches: ['agent/**']\n"),
  });
  const [run] = await listRuns(forge);
  expect(run).toMatchObject({ head_branch: "agent/one", head_sha: sha });
  await seeRun(forge, run.id, "completed");
  expect((await readJob(forge, run.id)).log).toContain("push refs/heads/agent/one agent/one here");
});

test("moving a branch starts a workflow again, and a tag starts one that filters tags", async () => {
  const forge = await openForge();
  await put(forge, `${workflows}/check.yml`, report("    branches: [agent]\n    tags: ['v*']\n"));
  await pushRef(forge, "refs/heads/agent", { "word.txt": "one" });
  const sha = await pushRef(forge, "refs/tags/v1", { "word.txt": "tagged" });
  const body = { sha, force: true };
  await forge.rest("PATCH", `${repo}/git/refs/heads/agent`, { body });
  await forge.rest("PATCH", `${repo}/git/refs/heads/agent`, { body });
  const runs = await listRuns(forge);
  expect(runs.map((run: { head_branch: string }) => run.head_branch)).toEqual([
    "agent",
    "v1",
    "agent",
  ]);
  await seeRun(forge, runs[1].id, "completed");
  expect((await readJob(forge, runs[1].id)).log).toContain("push refs/tags/v1 v1 tagged");
});

test("a run on another branch cannot use an environment for the default branch", async () => {
  const forge = await openForge();
  const environment = `${repo}/environments/agents`;
  const deployment_branch_policy = { protected_branches: false, custom_branch_policies: true };
  await forge.rest("PUT", environment, { body: { deployment_branch_policy } });
  const patterns = `${environment}/deployment-branch-policies`;
  await forge.rest("POST", patterns, { body: { name: "main" } });
  await put(forge, `${workflows}/check.yml`, report());
  await pushRef(forge, "refs/heads/agent", { "word.txt": "one" });
  await pushRef(forge, "refs/tags/main", { "word.txt": "one" });
  const [ofTag, ofBranch, ofMain] = await listRuns(forge);
  expect((await seeRun(forge, ofMain.id, "completed")).conclusion).toBe("success");
  for (const [run, name] of [
    [ofTag, 'Tag "main"'],
    [ofBranch, 'Branch "agent"'],
  ]) {
    expect((await seeRun(forge, run.id, "completed")).conclusion).toBe("failure");
    expect((await readJob(forge, run.id)).log).toContain(`${name} is not allowed to deploy`);
  }
});

test("a push with the run's own token starts nothing", async () => {
  const forge = await openForge();
  const write = `permissions:\n  contents: write\n`;
  const script = `      - run: |
          curl -sf -X PUT -H "Authorization: Bearer $TOKEN" "$FORGE_API_URL/repos/acme/control/contents/new.txt" -d '{"message":"Add","content":"YQ=="}'
        env:
          TOKEN: \${{ github.token }}`;
  const yaml = workflow(script).replace("jobs:", `${write}jobs:`);
  await put(forge, `${workflows}/check.yml`, yaml);
  const [run] = await listRuns(forge);
  expect(await seeRun(forge, run.id, "completed")).toMatchObject({ conclusion: "success" });
  expect((await forge.rest("GET", `${repo}/contents/new.txt`)).status).toBe(200);
  expect(await listRuns(forge)).toHaveLength(1);
});

test("a push starts nothing if its message skips CI, or if the workflow or Actions is disabled", async () => {
  const forge = await openForge();
  await put(forge, `${workflows}/check.yml`, report(), "Add it [skip ci]");
  const one = `${repo}/actions/workflows/check.yml`;
  await forge.rest("PUT", `${one}/disable`);
  await put(forge, "word.txt", "one");
  await forge.rest("PUT", `${one}/enable`);
  const actions = (isOn: boolean) =>
    forge.control("PATCH", "world", { repositories: { "acme/control": { actions: isOn } } });
  await actions(false);
  await put(forge, "word.txt", "two");
  expect(await listRuns(forge)).toEqual([]);
  await actions(true);
  await put(forge, "word.txt", "three");
  expect(await listRuns(forge)).toHaveLength(1);
});

test("a rerun of a push run is a push run", async () => {
  const forge = await openForge();
  await put(forge, `${workflows}/check.yml`, report());
  const [run] = await listRuns(forge);
  await seeRun(forge, run.id, "completed");
  await forge.rest("POST", `${repo}/actions/runs/${run.id}/rerun`);
  await expect.poll(async () => (await listRuns(forge))[0].run_attempt).toBe(2);
  await seeRun(forge, run.id, "completed");
  expect((await readJob(forge, run.id)).log).toContain("push refs/heads/main main");
});
