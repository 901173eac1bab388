import { App, Octokit } from "octokit";
import { describe, expect, test } from "vitest";
import { createApp, installApp, openForge, type OpenForge } from "./open-forge.ts";

/** Suppresses console messages of the client. */
const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

const location = { owner: "acme", repo: "control" };

/**
 * Creates a client with a user's token and its default behavior, but without its pauses between two
 * writes.
 */
function openClient({ emulator }: OpenForge, more: object = {}) {
  return new Octokit({
    auth: emulator.userToken.reveal(),
    baseUrl: emulator.apiUrl,
    log,
    throttle: { enabled: false },
    retry: { retryAfterBaseValue: 0 },
    ...more,
  });
}

const yaml = `name: Check
on:
  workflow_dispatch:
    inputs:
      word: { required: true }
jobs:
  say:
    runs-on: x
    steps:
      - run: echo "the word is $WORD"
        env:
          WORD: \${{ inputs.word }}
`;

describe("octokit", () => {
  test("pages through a list, by REST and by GraphQL", async () => {
    const octokit = openClient(await openForge());
    for (const title of ["One", "Two", "Three"]) {
      await octokit.rest.issues.create({ ...location, title });
    }
    const issues = await octokit.paginate(octokit.rest.issues.listForRepo, {
      ...location,
      per_page: 2,
    });
    expect(issues.map(({ title }) => title)).toEqual(["Three", "Two", "One"]);
    const found = await octokit.graphql.paginate<{
      organization: { repositories: { nodes: { name: string }[] } };
    }>(
      `query paginate($cursor: String) { organization(login: "acme") {
         repositories(first: 3, after: $cursor, orderBy: { field: NAME, direction: ASC }) {
           nodes { name } pageInfo { hasNextPage endCursor } } } }`,
    );
    const names = found.organization.repositories.nodes.map(({ name }) => name);
    expect(names).toEqual(["api", "control", "infra", "web"]);
  });

  test("starts a workflow, and reads the log of its job", async () => {
    const octokit = openClient(await openForge());
    await octokit.rest.repos.createOrUpdateFileContents({
      ...location,
      path: ".github/workflows/check.yml",
      message: "Add a check",
      content: Buffer.from(yaml).toString("base64"),
    });
    const target = { ...location, workflow_id: "check.yml", ref: "main" };
    const wrong = octokit.rest.actions.createWorkflowDispatch(target);
    await expect(wrong).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining("Required input 'word' not provided"),
    });
    await octokit.rest.actions.createWorkflowDispatch({ ...target, inputs: { word: "hello" } });
    const runs = async () =>
      (await octokit.rest.actions.listWorkflowRunsForRepo({ ...location, status: "success" })).data;
    await expect.poll(async () => (await runs()).total_count).toBe(1);
    const run_id = (await runs()).workflow_runs[0]?.id ?? 0;
    const { jobs } = (await octokit.rest.actions.listJobsForWorkflowRun({ ...location, run_id }))
      .data;
    const job_id = jobs[0]?.id ?? 0;
    const { data } = await octokit.rest.actions.downloadJobLogsForWorkflowRun({
      ...location,
      job_id,
    });
    expect(data).toContain("the word is hello");
  });

  test("follows a renamed repository", async () => {
    const octokit = openClient(await openForge());
    await octokit.rest.repos.update({ ...location, name: "plane" });
    expect((await octokit.rest.repos.get(location)).data.full_name).toBe("acme/plane");
    await octokit.rest.issues.create({ ...location, title: "By the old name" });
    const { data } = await octokit.rest.issues.listForRepo({ ...location, repo: "plane" });
    expect(data).toHaveLength(1);
  });

  test("retries after a server error, and reports a rate limit", async () => {
    const forge = await openForge();
    const limits: string[] = [];
    const note = (kind: string) => () => {
      limits.push(kind);
      return false;
    };
    const throttle = { onRateLimit: note("primary"), onSecondaryRateLimit: note("secondary") };
    const octokit = openClient(forge, { throttle });
    const on = "GET /repos/acme/control";
    const play = { kind: "status", status: 502 } as const;
    forge.emulator.setFaults([{ on, times: 2, play }]);
    expect((await octokit.rest.repos.get(location)).status).toBe(200);
    forge.emulator.setFaults([{ on, play: { kind: "secondary-limit" } }]);
    await expect(octokit.rest.repos.get(location)).rejects.toMatchObject({ status: 403 });
    forge.emulator.setFaults([{ on, play: { kind: "rate-limited" } }]);
    await expect(octokit.rest.repos.get(location)).rejects.toMatchObject({ status: 403 });
    expect(limits).toEqual(["secondary", "primary"]);
  });
});

test("octokit's App finds its installations, and uses a token for each", async () => {
  const forge = await openForge();
  const default_permissions = { issues: "write" };
  const made = await createApp(forge, { default_permissions });
  await installApp(forge, made, ["acme/control", "acme/web"]);
  const app = new App({
    appId: made.appId,
    privateKey: made.pem,
    log,
    Octokit: Octokit.defaults({
      baseUrl: forge.emulator.apiUrl,
      throttle: { enabled: false },
      log,
    }),
  });
  const names: string[] = [];
  for await (const { octokit, repository } of app.eachRepository.iterator()) {
    names.push(repository.full_name);
    const { data } = await octokit.rest.issues.create({
      owner: repository.owner.login,
      repo: repository.name,
      title: "From the App",
    });
    expect(data.user?.login).toBe(`${made.slug}[bot]`);
  }
  expect(names.toSorted()).toEqual(["acme/control", "acme/web"]);
});
