import { describe, expect, test } from "vitest";
import { createApp, installApp, mintToken, openForge, type OpenForge } from "./open-forge.ts";

async function ask(forge: OpenForge, query: string, token = forge.emulator.userToken.reveal()) {
  const response = await fetch(`${forge.emulator.origin}/api/graphql`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ query }),
  });
  const json = (await response.json()) as { data?: Record<string, unknown>; errors?: object[] };
  return { status: response.status, headers: response.headers, ...json };
}

const api = (fields: string) => `{ api: repository(owner: "acme", name: "api") { ${fields} } }`;

async function appToken(forge: OpenForge, permissions: Record<string, string>) {
  const app = await createApp(forge, { default_permissions: permissions });
  const installation = await installApp(forge, app, "all");
  return String((await mintToken(forge, { app, installation })).json.token);
}

describe("a repository returns", () => {
  test("its head and the files of a folder", async () => {
    const forge = await openForge();
    const content = Buffer.from("name: CI").toString("base64");
    const path = "/repos/acme/api/contents/.forge/workflows/ci.yml";
    await forge.rest("PUT", path, { body: { message: "Add it", content } });
    const folder = `object(expression: "HEAD:.forge/workflows") { ... on Tree { entries { name type } } }`;
    const { data } = await ask(forge, api(`defaultBranchRef { name target { oid } } ${folder}`));
    expect(data).toEqual({
      api: {
        defaultBranchRef: {
          name: "main",
          target: { oid: expect.stringMatching(/^[\da-f]{40}$/) as string },
        },
        object: { entries: [{ name: "ci.yml", type: "blob" }] },
      },
    });
  });

  test("its environments, and whether an entry is a file or a directory", async () => {
    const forge = await openForge();
    await forge.rest("PUT", "/repos/acme/api/environments/Prod", { body: {} });
    const content = Buffer.from("x").toString("base64");
    await forge.rest("PUT", "/repos/acme/api/contents/a/b.txt", {
      body: { message: "Add it", content },
    });
    const { data, errors } = await ask(
      forge,
      api(`environments(first: 100) { nodes { name } pageInfo { hasNextPage } }
        top: object(expression: "HEAD:") { ... on Tree { entries { name mode } } }
        a: object(expression: "HEAD:a") { ... on Tree { entries { name mode } } }`),
    );
    expect(errors).toBeUndefined();
    expect(data?.["api"]).toMatchObject({
      environments: { nodes: [{ name: "Prod" }], pageInfo: { hasNextPage: false } },
      top: { entries: expect.arrayContaining([{ name: "a", mode: 0o040000 }]) as unknown },
      a: { entries: [{ name: "b.txt", mode: 0o100644 }] },
    });
  });

  test("an owner's rights to a login with the required scope, and nothing to a login without it", async () => {
    const forge = await openForge();
    const query = api("owner { ... on Organization { viewerCanAdminister } }");
    expect((await ask(forge, query)).data).toEqual({
      api: { owner: { viewerCanAdminister: true } },
    });
    const { json } = await forge.control("POST", "tokens", { user: "mona", scopes: ["repo"] });
    const { data, errors } = await ask(forge, query, String(json.token));
    expect(data).toEqual({ api: null });
    expect(errors).toMatchObject([
      { type: "INSUFFICIENT_SCOPES", path: ["api", "owner", "viewerCanAdminister"] },
    ]);
  });

  test("the text of files in a folder and its subfolders, and of a file by its name", async () => {
    const forge = await openForge();
    const put = (path: string, text: string) =>
      forge.rest("PUT", `/repos/acme/api/contents/${path}`, {
        body: { message: "Add it", content: Buffer.from(text).toString("base64") },
      });
    await put(".forge/workflows/shared/a.md", "Für alle");
    await put(".forge/workflows/b.bin", "\0");
    await put("aw.yml", "name: x");
    const blob = "... on Blob { text byteSize isBinary isTruncated }";
    const deep = `... on Tree { entries { name object { ${blob} } } }`;
    const { data } = await ask(
      forge,
      api(`
        folder: object(expression: "HEAD:.forge/workflows") {
          ... on Tree { entries { name object { ${blob} ${deep} } } }
        }
        file: object(expression: "HEAD:aw.yml") { ${blob} }
        none: object(expression: "HEAD:no.yml") { oid }`),
    );
    const complete = { isBinary: false, isTruncated: false };
    expect(data).toEqual({
      api: {
        folder: {
          entries: [
            {
              name: "b.bin",
              object: { text: null, byteSize: 1, isBinary: true, isTruncated: false },
            },
            {
              name: "shared",
              object: {
                entries: [{ name: "a.md", object: { text: "Für alle", byteSize: 9, ...complete } }],
              },
            },
          ],
        },
        file: { text: "name: x", byteSize: 7, ...complete },
        none: null,
      },
    });
  });

  test("disabled features", async () => {
    const forge = await openForge();
    await forge.control("PATCH", "world", {
      repositories: { "acme/api": { issues: false, pullRequests: false, actions: false } },
    });
    const { data } = await ask(forge, api("hasIssuesEnabled hasPullRequestsEnabled"));
    expect(data).toEqual({ api: { hasIssuesEnabled: false, hasPullRequestsEnabled: false } });
    expect((await forge.rest("GET", "/repos/acme/api/actions/permissions")).json.enabled).toBe(
      false,
    );
    expect((await forge.rest("GET", "/repos/acme/api")).json.has_issues).toBe(false);
  });
});

describe("an error is returned with the data", () => {
  test("a list that the token cannot read also hides its repository", async () => {
    const forge = await openForge();
    const token = await appToken(forge, { contents: "read" });
    const query = `{ one: repository(owner: "acme", name: "api") { name }
                     two: repository(owner: "acme", name: "api") { issues(first: 1) { totalCount } } }`;
    expect(await ask(forge, query, token)).toMatchObject({
      status: 200,
      data: { one: { name: "api" }, two: null },
      errors: [
        {
          type: "FORBIDDEN",
          path: ["two", "issues"],
          extensions: { saml_failure: false },
          message: "Resource not accessible by integration",
        },
      ],
    });
  });

  test("files that the token cannot read are null", async () => {
    const forge = await openForge();
    const token = await appToken(forge, { issues: "read" });
    const files = `name object(expression: "HEAD:") { ... on Tree { entries { name } } }`;
    expect(await ask(forge, api(files), token)).toMatchObject({
      data: { api: { name: "api", object: null } },
      errors: [{ type: "FORBIDDEN", path: ["api", "object"] }],
    });
  });

  test("private repositories require the organization's single sign-on", async () => {
    const forge = await openForge();
    await forge.control("PATCH", "world", {
      organizations: { acme: { singleSignOn: "required" } },
    });
    const query = `{ web: repository(owner: "acme", name: "web") { name }
                     api: repository(owner: "acme", name: "api") { name } }`;
    expect(await ask(forge, query)).toMatchObject({
      data: { web: { name: "web" }, api: null },
      errors: [{ type: "FORBIDDEN", path: ["api"], extensions: { saml_failure: true } }],
    });
  });

  test("an exhausted budget is an error in a response", async () => {
    const forge = await openForge();
    await forge.control("PATCH", "world", {
      limits: { "user:mona": { graphql: { remaining: 0 } } },
    });
    const { status, headers, data, errors } = await ask(forge, api("name"));
    expect({ status, data, errors }).toMatchObject({
      status: 200,
      data: undefined,
      errors: [{ type: "RATE_LIMITED" }],
    });
    expect(headers.get("x-ratelimit-remaining")).toBe("0");
  });
});

test("a query costs as much as its lists, and reports its cost", async () => {
  const forge = await openForge();
  const lists = Array.from({ length: 150 }, (_, n) => `l${n}: issues(first: 1) { totalCount }`);
  const { data, headers } = await ask(
    forge,
    `{ rateLimit { cost remaining resetAt } api: repository(owner: "acme", name: "api") { ${lists.join(" ")} } }`,
  );
  expect(data).toMatchObject({ rateLimit: { cost: 2, remaining: 4998 } });
  expect(headers.get("x-ratelimit-remaining")).toBe("4998");
  expect((await ask(forge, api("name"))).headers.get("x-ratelimit-remaining")).toBe("4997");
});

test("a thousand repositories can be created at once", async () => {
  const forge = await openForge();
  const { json } = await forge.control("POST", "repositories", {
    owner: "acme",
    prefix: "many",
    count: 1000,
    workflows: { ".forge/workflows/ci.yml": "name: CI" },
  });
  expect(json.repositories.slice(0, 1)).toEqual(["acme/many-0001"]);
  const last = "/repos/acme/many-1000/actions/workflows";
  expect((await forge.rest("GET", last)).json.workflows).toMatchObject([{ name: "CI" }]);
});
