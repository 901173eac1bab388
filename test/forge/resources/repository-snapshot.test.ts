import { describe, expect, test } from "vitest";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import { inspectRepository } from "../../../src/forge/resources/repository-snapshot.ts";
import { readRepository } from "../../../src/forge/resources/repositories.ts";
import { findFile } from "../../../src/forge/resources/contents.ts";
import { readFolderFiles } from "../../../src/forge/resources/folder-files.ts";
import { Secret } from "../../../src/shared/secret.ts";
import { failureOf, openBench, openOddForge } from "../forge-bench.ts";

const repository = requireRepositoryName("acme/control", "--repo");
const settings = ".forge/control-plane.json";
const folder = {
  folder: ".forge/workflows",
  additional: ["aw.yml"],
  wants: (path: string) => path.endsWith(".md"),
};

async function openFilled() {
  const bench = await openBench();
  for (const [path, text] of [
    [settings, '{ "für": "alle" }'],
    [".forge/workflows/a.md", "A"],
  ]) {
    const content = Buffer.from(text ?? "").toString("base64");
    await bench.rest("PUT", `/repos/acme/control/contents/${path}`, {
      body: { message: "Add it", content },
    });
  }
  await bench.rest("PUT", "/repos/acme/control/environments/Prod", { body: {} });
  const before = bench.emulator.requests().length;
  const asked = () =>
    bench.emulator
      .requests()
      .slice(before)
      .map(({ method, path }) => `${method} ${path}`);
  return { ...bench, asked };
}

describe("a snapshot of a repository", () => {
  test("returns with one query the results of many requests", async () => {
    const { client, asked } = await openFilled();
    const wanted = {
      paths: [settings, "none.json"],
      folder,
      environments: "reported",
      accounts: ["mona", "ACME", "nobody"],
      ownerRepositories: "reported",
    } as const;
    const snapshot = await inspectRepository(client, repository, wanted);
    expect(asked()).toEqual(["POST /graphql"]);
    expect(snapshot).toMatchObject({
      viewer: "mona",
      repository: await readRepository(client, repository),
      isOwner: true,
      defaultBranch: "main",
      folder: await readFolderFiles(client, repository, folder),
    });
    expect([...(snapshot?.environments ?? [])]).toEqual(["prod"]);
    expect([...(snapshot?.files ?? [])]).toEqual([
      [settings, await findFile(client, repository, settings)],
      ["none.json", undefined],
    ]);
    expect([...(snapshot?.accounts ?? [])]).toEqual([
      ["mona", "mona"],
      ["ACME", "acme"],
      ["nobody", undefined],
    ]);
    expect(snapshot?.ownerRepositories?.get("acme/web")).toMatchObject({
      visibility: "public",
      canWrite: true,
    });
  });

  test("omits a directory in a file's place, which is reported separately", async () => {
    const { client } = await openFilled();
    const snapshot = await inspectRepository(client, repository, { paths: [".forge/workflows"] });
    expect(snapshot?.files.has(".forge/workflows")).toBe(false);
  });

  test.each(["acme/none", "acme/control"])(
    "is undefined for %s if the login cannot see that repository",
    async (name) => {
      const { clientOf, control } = await openFilled();
      const { json } = await control("POST", "tokens", { user: "hubot", scopes: [] });
      const client = clientOf({ token: new Secret(json.token as string) });
      const named = requireRepositoryName(name, "--repo");
      expect(await inspectRepository(client, named, { paths: [] })).toBeUndefined();
    },
  );

  test.each([
    { kind: "status", status: 502 },
    { kind: "status", status: 403 },
    { kind: "rate-limited" },
    { kind: "sso" },
    { kind: "cut", when: "before" },
    { kind: "body", text: '{"data":{"viewer":{"login":"mona"},"repository":{}}}' },
  ] as const)("is undefined if the query fails with %o", async (play) => {
    const { client, emulator } = await openFilled();
    emulator.setFaults([{ on: "POST /graphql", times: 0, play }]);
    expect(await inspectRepository(client, repository, { paths: [] })).toBeUndefined();
  });

  test("has no environments for a token that cannot read them", async () => {
    const { clientOf, control } = await openFilled();
    const wanted = { user: "mona", kind: "fine-grained", owner: "acme", permissions: {} };
    const { json } = await control("POST", "tokens", { ...wanted, repositories: ["acme/control"] });
    const client = clientOf({ token: new Secret(json.token as string) });
    const snapshot = await inspectRepository(client, repository, {
      paths: [],
      environments: "reported",
    });
    expect(snapshot).toMatchObject({ repository: { fullName: "acme/control" } });
    expect(snapshot?.environments).toBeUndefined();
  });

  test("has no environments for an account that does not administer the repository", async () => {
    const { clientOf, control } = await openFilled();
    await control("PATCH", "world", {
      repositories: { "acme/control": { collaborators: { hubot: "push" } } },
    });
    const scopes = ["repo", "read:org"];
    const { json } = await control("POST", "tokens", { user: "hubot", scopes });
    const client = clientOf({ token: new Secret(json.token as string) });
    const snapshot = await inspectRepository(client, repository, {
      paths: [],
      environments: "reported",
    });
    expect(snapshot).toMatchObject({ repository: { isAdministered: false } });
    expect(snapshot?.environments).toBeUndefined();
  });

  test("is undefined for a login without the scope that the owner's fields require", async () => {
    const { clientOf, control } = await openFilled();
    const { json } = await control("POST", "tokens", { user: "mona", scopes: ["repo"] });
    const client = clientOf({ token: new Secret(json.token as string) });
    expect(await inspectRepository(client, repository, { paths: [] })).toBeUndefined();
  });

  test("does not hide a bug", async () => {
    const { client } = await openBench();
    const broken = { ...client, request: () => Promise.reject(new TypeError("a bug")) };
    const failure = await failureOf(inspectRepository(broken, repository, { paths: [] }));
    expect(failure.message).toBe("a bug");
  });
});

const complete = {
  databaseId: 1,
  nameWithOwner: "acme/control",
  isArchived: false,
  viewerPermission: "ADMIN",
  defaultBranchRef: null,
  owner: { __typename: "Organization", login: "acme", databaseId: 2, viewerCanAdminister: true },
};

/** Parses a forge's response with this repository and these errors. */
async function statPath(
  more: object,
  { errors = [], headers = { "x-oauth-scopes": "repo, read:org" } }: OddAnswer = {},
) {
  const { client } = await openOddForge((_, response) => {
    response.setHeaders(new Headers({ "content-type": "application/json", ...headers }));
    const data = { viewer: { login: "mona" }, repository: { ...complete, ...more } };
    response.end(JSON.stringify({ data, errors }));
  });
  return inspectRepository(client, repository, { paths: [settings], environments: "reported" });
}

interface OddAnswer {
  readonly errors?: readonly object[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returns the names in a list of environments with this form. */
async function environmentsOf(list: object | null, odd?: OddAnswer) {
  const snapshot = await statPath({ environments: list }, odd);
  expect(snapshot).toMatchObject({ viewer: "mona" });
  return snapshot?.environments && [...snapshot.environments];
}

const listed = (names: readonly (string | null)[], hasNextPage = false) => ({
  nodes: names.map((name) => (name === null ? null : { name })),
  pageInfo: { hasNextPage },
});

describe("an incomplete response", () => {
  const blob = { oid: "0123", text: "{}", isBinary: false, isTruncated: false };
  const entry = (mode: number) => ({ entries: [{ name: "control-plane.json", mode }] });

  test("still returns a file of the usual kind", async () => {
    const snapshot = await statPath({ f0: blob, t0: entry(0o100644) });
    expect(snapshot?.files.get(settings)).toEqual({ text: "{}", sha: "0123" });
  });

  test.each([
    ["a link", { f0: blob, t0: entry(0o120000) }],
    ["a truncated file", { f0: { ...blob, isTruncated: true }, t0: entry(0o100644) }],
    ["a file that is not text", { f0: { ...blob, text: null }, t0: entry(0o100644) }],
    ["an entry that the response omits", { f0: null, t0: entry(0o160000) }],
    ["a file that its folder does not list", { f0: blob, t0: null }],
  ])("%s must be read separately", async (_, more) => {
    expect((await statPath(more))?.files.has(settings)).toBe(false);
  });

  test("returns a complete list of environments, whose names ignore case", async () => {
    expect(await environmentsOf(listed(["Control-Plane", "prod"]))).toEqual([
      "control-plane",
      "prod",
    ]);
    expect(await environmentsOf(listed([]))).toEqual([]);
  });

  test.each<[string, object | null, OddAnswer]>([
    ["more than one page", listed(["prod"], true), {}],
    ["an environment that is not shown", listed([null]), {}],
    ["a missing list", null, {}],
    [
      "a rejection",
      null,
      { errors: [{ path: ["repository", "environments"], type: "FORBIDDEN", message: "no" }] },
    ],
    // A token with permissions instead of scopes can receive an empty list.
    ["an empty list for a token without scopes", listed([]), { headers: {} }],
  ])("%s requires a separate request for the environments", async (_, list, odd) => {
    expect(await environmentsOf(list, odd)).toBeUndefined();
  });

  test("is discarded if it contains any other error", async () => {
    const error = { path: ["repository", "f0"], type: "FORBIDDEN", message: "no" };
    expect(await statPath({ f0: null }, { errors: [error] })).toBeUndefined();
  });
});
