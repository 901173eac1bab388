import { expect, test } from "vitest";
import { searchForge } from "../../../src/plane/exposed/search.ts";
import { ForgeUnreachable, RefusedByForge } from "../../../src/forge/forge-errors.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import type { ForgeClient } from "../../../src/forge/client.ts";
import { resolveHost } from "../../../src/forge/host-profile.ts";
import { Secret } from "../../../src/shared/secret.ts";
import type { ForgeAnswer } from "../../../src/forge/explain-answer.ts";

const repository = requireRepositoryName("acme/control", "--repo");
const token = `github_pat_11ABCDEFG0${"k3Jq9Zx7Vb2N".repeat(7)}`.slice(0, 93);
const at = "2026-11-20T00:00:00Z";

type Ask = Parameters<ForgeClient["request"]>;

/** Creates a forge with a few responses, by path without query. */
function forgeOf(
  answers: Readonly<Record<string, unknown>>,
  onAsk: (...ask: Ask) => void = () => undefined,
): ForgeClient {
  return {
    profile: resolveHost("forge.example"),
    request: (...ask) => {
      onAsk(...ask);
      const [method, path] = ask;
      const [plain = "", query = ""] = path.replace("/repos/acme/control/", "").split("?next=");
      const short = plain.replace(/\?.*/, "") + (query && ` ${query}`);
      const body = answers[short];
      if (body instanceof Error) return Promise.reject(body);
      if (body === undefined) {
        const refusal = { status: 404, request: `${method} ${short}`, message: "Not Found" };
        return Promise.reject(new RefusedByForge(refusal));
      }
      return Promise.resolve({
        title: `${method} ${short}`,
        status: 200,
        headers: linkTo(path, body),
        body,
      });
    },
  };
}

/**
 * Returns the `link` header of a response: a next page if the body has `next`, otherwise the last
 * page.
 */
function linkTo(path: string, body: unknown): ForgeAnswer["headers"] {
  const { next } = Object(body) as { next?: string };
  const home = `https://forge.example/api/v3${path.replace(/\?.*/, "")}`;
  const link = next === undefined ? `<${home}>; rel="first"` : `<${home}?next=${next}>; rel="next"`;
  return { link };
}

interface Given {
  readonly onAsk?: (...ask: Ask) => void;
  readonly signal?: AbortSignal;
  readonly secrets?: readonly Secret[];
  readonly report?: (line: string) => void;
}

const search = (answers: Readonly<Record<string, unknown>>, { onAsk, ...given }: Given = {}) =>
  searchForge({
    client: forgeOf({ "actions/runs": { workflow_runs: [] }, issues: [], ...answers }, onAsk),
    repository,
    outputs: [repository],
    secrets: [new Secret(token)],
    since: new Date("2026-11-14T00:00:00Z"),
    now: () => new Date("2026-11-21T00:00:00Z"),
    signal: new AbortController().signal,
    report: () => undefined,
    ...given,
  });

const issue = { number: 7, title: "t", body: null, comments: 0, updated_at: at, html_url: "l" };

test("a pull request is searched with its comments, reviews and changes", async () => {
  const found = await search({
    issues: [{ ...issue, comments: 1, pull_request: {} }],
    "issues/7/comments": [{ id: 1, body: "fine", html_url: "c" }],
    "pulls/7/comments": [{ id: 2, body: `it is ${token}`, html_url: "rc" }],
    "pulls/7/reviews": [{ id: 3, body: "fine", html_url: "r" }],
    "pulls/7/files": [{ filename: "a", patch: `@@\n+x\n+${token}` }, { filename: "image" }],
  });
  expect(found.findings.filter(({ what }) => what === "the credential")).toEqual([
    {
      where: "review comment 2 of pull request acme/control#7, line 1",
      link: "rc",
      what: "the credential",
    },
    { where: "file 1 of pull request acme/control#7, line 3", link: "l", what: "the credential" },
  ]);
  expect(found.notSearched).toEqual([
    { where: "file 2 of pull request acme/control#7", reason: "its text is not available" },
  ]);
  expect(found.searched).toEqual({ logs: 0, outputs: 5 });
});

test("each location that the forge does not return is reported as not searched", async () => {
  const run = { id: 1, status: "completed", created_at: at, html_url: "l" };
  const found = await search({
    "actions/runs": {
      workflow_runs: [run, { ...run, id: 2, status: "in_progress" }, { ...run, id: 3 }],
    },
    "actions/runs/1/jobs": {
      jobs: [
        { id: 11, name: "a", conclusion: "success", html_url: null },
        { id: 12, name: "b", conclusion: "skipped", html_url: null },
        { id: 13, name: "c", conclusion: "success", html_url: null },
      ],
    },
    "actions/jobs/11/logs": "fine",
    issues: [{ ...issue, comments: 2 }],
  });
  expect(found.searched).toEqual({ logs: 1, outputs: 1 });
  expect(found.notSearched.map(({ where }) => where)).toEqual([
    "job 13 of run 1",
    "run 2",
    "run 3",
    "comments of issue acme/control#7",
  ]);
});

test("reports the search term and the progress", async () => {
  const run = { id: 1, status: "completed", created_at: at, html_url: "l" };
  const logs = {
    "actions/runs": { workflow_runs: [run, { ...run, id: 2, status: "queued" }] },
    "actions/runs/1/jobs": { jobs: [{ id: 11, name: "a" }] },
    "actions/jobs/11/logs": "",
  };
  const lines: string[] = [];
  const found = await search(logs, { report: (line) => void lines.push(line) });
  expect(lines).toEqual([
    "Logs of run 1 of 2",
    "Logs of run 2 of 2",
    "Issues, comments and pull requests of acme/control",
  ]);
  expect(found.by).toBe("value");
  expect(found.searched.logs).toBe(0);
  expect(found.notSearched).toEqual([
    { where: "job 11 of run 1", reason: "its log is empty" },
    { where: "run 2", reason: "it has not finished, so its logs are not available yet" },
  ]);
  expect((await search({}, { secrets: [] })).by).toBe("shape");
});

test("a list that the forge rejects is reported as not searched", async () => {
  const no = new RefusedByForge({ status: 403, request: "GET", message: "no" });
  const found = await search({ issues: no, "actions/runs": no });
  expect(found.notSearched.map(({ where }) => where)).toEqual([
    "the runs of acme/control",
    "the issues of acme/control",
  ]);
});

test("objects that started or changed exactly at the start time are searched", async () => {
  const since = "2026-11-14T00:00:00Z";
  const found = await search({
    "actions/runs": {
      workflow_runs: [{ id: 1, status: "completed", created_at: since, html_url: "l" }],
    },
    "actions/runs/1/jobs": { jobs: [{ id: 11, name: "a" }] },
    "actions/jobs/11/logs": "fine",
    issues: [{ ...issue, updated_at: since }],
  });
  expect(found.searched).toEqual({ logs: 1, outputs: 1 });
});

test("runs and issues from before the start date are omitted", async () => {
  const old = "2026-11-01T00:00:00Z";
  const found = await search({
    "actions/runs": {
      workflow_runs: [{ id: 1, status: "completed", created_at: old, html_url: "l" }],
    },
    issues: [{ ...issue, body: token, updated_at: old }],
  });
  expect(found).toMatchObject({ findings: [], notSearched: [], searched: { logs: 0, outputs: 0 } });
});

test("all jobs of a run are searched, on all pages of the list", async () => {
  const run = { id: 1, status: "completed", created_at: at, html_url: "l" };
  const jobs = Array.from({ length: 150 }, (_, index) => ({ id: 1000 + index, name: "job" }));
  const logs = jobs.map(({ id }) => [`actions/jobs/${id}/logs`, id === 1149 ? token : "fine"]);
  const found = await search({
    "actions/runs": { workflow_runs: [run] },
    "actions/runs/1/jobs": { jobs: jobs.slice(0, 100), next: "page=2" },
    "actions/runs/1/jobs page=2": { jobs: jobs.slice(100) },
    ...Object.fromEntries(logs),
  });
  expect(found.searched.logs).toBe(150);
  expect(found.notSearched).toEqual([]);
  expect(new Set(found.findings.map(({ where }) => where))).toEqual(
    new Set(["job 1149 of run 1, line 1"]),
  );
});

test("an endless list is reported as not searched", async () => {
  const run = { id: 1, status: "completed", created_at: at, html_url: "l" };
  const found = await search({
    "actions/runs": { workflow_runs: [run], next: "endless" },
    "actions/runs endless": { workflow_runs: [], next: "endless" },
    "actions/runs/1/jobs": { jobs: [], next: "endless" },
    "actions/runs/1/jobs endless": { jobs: [], next: "endless" },
  });
  expect(found.notSearched).toEqual([
    { where: `runs before ${at}`, reason: "the list has more than 10 pages of 100" },
    { where: "more jobs of run 1", reason: "the list has more than 100 pages of 100" },
  ]);
});

test("a list that the forge truncates is reported as not searched", async () => {
  const run = { id: 1, status: "queued", created_at: at, html_url: "l" };
  const found = await search({
    "actions/runs": { workflow_runs: Array.from({ length: 1000 }, () => run) },
    issues: [{ ...issue, pull_request: {} }],
    "pulls/7/comments": [],
    "pulls/7/reviews": [],
    "pulls/7/files": Array.from({ length: 3000 }, () => ({ patch: "@@" })),
  });
  const lists = found.notSearched.filter(({ where }) => where !== "run 1");
  expect(lists).toEqual([
    {
      where: `runs before ${at}`,
      reason: "the API lists at most 1000 entries, so there may be more",
    },
    {
      where: "more files of pull request acme/control#7",
      reason: "the API lists at most 3000 entries, so there may be more",
    },
  ]);
});

test("an issue without a body is searched by its title", async () => {
  const { body: _, ...bare } = issue;
  const found = await search({ issues: [{ ...bare, title: token }] });
  expect(found.findings.map(({ what }) => what)).toContain("the credential");
});

test("a comment without a body is reported as not searched", async () => {
  const found = await search({
    issues: [{ ...issue, comments: 1 }],
    "issues/7/comments": [{ id: 1, html_url: "c" }],
  });
  expect(found.notSearched).toEqual([
    { where: "comment 1 of issue acme/control#7", reason: "its text is not available" },
  ]);
});

test("an issue list without comment counts is reported as not searched", async () => {
  const { comments: _, ...bare } = issue;
  const found = await search({ issues: [bare] });
  expect(found.notSearched.map(({ where }) => where)).toEqual(["the issues of acme/control"]);
});

test("a response in an unknown format is reported as not searched, and all others are searched", async () => {
  const found = await search({ "actions/runs": { runs: [] }, issues: [{ ...issue, body: token }] });
  expect(found.notSearched.map(({ where }) => where)).toEqual(["the runs of acme/control"]);
  expect(found.findings.map(({ what }) => what)).toContain("the credential");
});

test("an unreachable forge stops the search", async () => {
  const gone = new ForgeUnreachable({ request: "GET issues", reason: "it is gone" });
  await expect(search({ issues: gone })).rejects.toBe(gone);
});

test("requests only data since the start date, and a stopped search stops its requests", async () => {
  const asks: { readonly path: string; readonly signal: AbortSignal | undefined }[] = [];
  const { signal } = new AbortController();
  const onAsk = (...[, path, options]: Ask) => asks.push({ path, signal: options?.signal });
  const run = { id: 1, status: "completed", conclusion: "success", created_at: at, html_url: "l" };
  const jobs = [{ id: 11, name: "a" }];
  const runs = { "actions/runs": { workflow_runs: [run] }, "actions/runs/1/jobs": { jobs } };
  await search(
    { ...runs, issues: [{ ...issue, comments: 1 }], "issues/7/comments": [] },
    { onAsk, signal },
  );
  const asked = (part: string) => asks.filter(({ path }) => path.includes(part));
  // Includes each attempt, because a run that was repeated has logs of all of them.
  expect(asked("/runs/1/jobs?")[0]?.path).toContain("filter=all");
  expect(asked("/actions/runs?")[0]?.path).toContain(
    `created=${encodeURIComponent(">=2026-11-14T00:00:00.000Z")}`,
  );
  expect(asked("/issues?")[0]?.path).toContain(
    `since=${encodeURIComponent("2026-11-14T00:00:00.000Z")}`,
  );
  expect(asks.length).toBeGreaterThanOrEqual(5);
  expect(asks.filter((ask) => ask.signal !== signal)).toEqual([]);
});
