import { describe, expect, test } from "vitest";
import { isWithin } from "../../emulator/rest/run-filters.ts";
import type { Run } from "../../emulator/state/repository.ts";
import { openForge, type OpenForge } from "./open-forge.ts";
import { openWith } from "./open-with.ts";

const runs = "/repos/acme/control/actions/runs";

function makeRun(id: number, change: Partial<Run> = {}): Run {
  const at = new Date(Date.UTC(2026, 0, 1, 0, id)).toISOString();
  const title = `run ${id}`;
  return {
    id,
    number: id,
    workflowId: 1,
    title,
    actor: "mona",
    headSha: "0".repeat(40),
    status: "completed",
    conclusion: "success",
    jobs: [],
    createdAt: at,
    startedAt: at,
    updatedAt: at,
    ...change,
  };
}

const openWithRuns = (made: readonly Run[]) => openWith((control) => control.runs.push(...made));

describe("runs", () => {
  test.each([
    ["branch=main", [3, 2, 1]],
    ["branch=other", []],
    ["event=workflow_dispatch", [3, 2, 1]],
    ["event=push", []],
    ["actor=hubot", [2]],
    ["status=failure", [3]],
    ["status=completed", [3, 2, 1]],
    ["created=2026-01-01T00:02:00Z..*", [3, 2]],
    ["created=%3C2026-01-01", []],
    ["created=2026-01-01&actor=mona&status=success", [1]],
  ])("are filtered by %s", async (query, ids) => {
    const forge = await openWithRuns([
      makeRun(1),
      makeRun(2, { actor: "hubot" }),
      makeRun(3, { conclusion: "failure" }),
    ]);
    const { json } = await forge.rest("GET", `${runs}?${query}`);
    expect(json.workflow_runs.map(({ id }: { id: number }) => id)).toEqual(ids);
    expect(json.total_count).toBe(ids.length);
  });

  test("end after a thousand if they are filtered, although the count is higher", async () => {
    const forge = await openWithRuns(Array.from({ length: 1010 }, (_, n) => makeRun(n + 1)));
    const page = (query: string) => forge.rest("GET", `${runs}?per_page=100&${query}`);
    const last = await page("page=10&status=success");
    expect([last.json.total_count, last.json.workflow_runs.length]).toEqual([1010, 100]);
    expect(last.headers.get("link")).not.toContain('rel="next"');
    expect((await page("page=11&status=success")).json.workflow_runs).toEqual([]);
    expect((await page("page=11")).json.workflow_runs).toHaveLength(10);
  });
});

test.each([
  ["2026-01-02", true],
  [">=2026-01-02", true],
  [">2026-01-02", false],
  [">2026-01-01", true],
  ["<=2026-01-02", true],
  ["<2026-01-02", false],
  ["2026-01-01..2026-01-02", true],
  ["2026-01-03..*", false],
  ["*..2026-01-01", false],
  [">=2026-01-02T13:00:00+01:00", true],
  [">=2026-01-02T13:00:00Z", false],
  ["soon", false],
])("noon of the second of January is in the range %s: %s", (range, expected) => {
  expect(isWithin(new Date("2026-01-02T12:00:00Z"), range)).toBe(expected);
});

test("variables are listed ten per page by default, and at most thirty", async () => {
  const forge = await openForge();
  const path = "/repos/acme/control/actions/variables";
  for (let n = 0; n < 31; n += 1) {
    await forge.rest("POST", path, { body: { name: `V${n}`, value: "1" } });
  }
  const count = async (query: string) =>
    (await forge.rest("GET", `${path}${query}`)).json.variables.length;
  expect([await count(""), await count("?per_page=100")]).toEqual([10, 30]);
});

describe("a user's own repositories", () => {
  const names = async (forge: OpenForge, query: string) => {
    const { json } = await forge.rest("GET", `/user/repos?${query}`);
    return json.map((each: { full_name: string }) => each.full_name);
  };

  test.each([
    ["affiliation=owner", ["mona/notes"]],
    ["affiliation=owner,collaborator", ["globex/tools", "mona/notes"]],
    ["type=owner", ["mona/notes"]],
    ["type=public", ["acme/web"]],
    ["visibility=public", ["acme/web"]],
    ["visibility=private&affiliation=owner", ["mona/notes"]],
  ])("are filtered by %s", async (query, expected) => {
    const forge = await openForge();
    const collaborators = { mona: "push" };
    await forge.control("PATCH", "world", { repositories: { "globex/tools": { collaborators } } });
    expect(await names(forge, query)).toEqual(expected);
  });

  test("are sorted as requested", async () => {
    let now = new Date("2026-01-01T00:00:00Z");
    const forge = await openForge({ clock: () => now });
    now = new Date("2026-01-02T00:00:00Z");
    const body = { message: "Add notes", content: "" };
    await forge.rest("PUT", "/repos/acme/infra/contents/NOTES.md", { body });
    expect((await names(forge, "sort=pushed"))[0]).toBe("acme/infra");
    expect((await names(forge, "direction=desc"))[0]).toBe("mona/notes");
  });

  test("are filtered by type, or by visibility and affiliation, not by both", async () => {
    const forge = await openForge();
    const { status } = await forge.rest("GET", "/user/repos?type=owner&visibility=public");
    expect(status).toBe(422);
  });
});
