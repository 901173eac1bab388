import { buildSchema, validateSchema } from "graphql";
import { expect, test } from "vitest";
import { schemaText } from "../../emulator/graphql/schema.ts";
import { openForge, type OpenForge } from "./open-forge.ts";

async function ask(forge: OpenForge, query: string, token = forge.emulator.userToken.reveal()) {
  const response = await fetch(`${forge.emulator.origin}/api/graphql`, {
    method: "POST",
    headers: token ? { authorization: `Bearer ${token}` } : {},
    body: JSON.stringify({ query }),
  });
  return {
    status: response.status,
    headers: response.headers,
    json: (await response.json()) as unknown,
  };
}

test("the schema is valid, because queries do not validate it", () => {
  expect(validateSchema(buildSchema(schemaText))).toEqual([]);
});

test("one query reads the visibility of many repositories", async () => {
  const forge = await openForge();
  const { json } = await ask(
    forge,
    `{ viewer { login }
       web: repository(owner: "acme", name: "web") { visibility viewerPermission }
       infra: repository(owner: "acme", name: "infra") { visibility } }`,
  );
  expect(json).toEqual({
    data: {
      viewer: { login: "mona" },
      web: { visibility: "PUBLIC", viewerPermission: "ADMIN" },
      infra: { visibility: "INTERNAL" },
    },
  });
});

test("a missing object is null, with an error", async () => {
  const forge = await openForge();
  const { status, json } = await ask(
    forge,
    `{ a: repository(owner: "acme", name: "none") { name } }`,
  );
  expect(status).toBe(200);
  expect(json).toMatchObject({ data: { a: null }, errors: [{ type: "NOT_FOUND", path: ["a"] }] });
});

test("an unknown field is reported with GraphQL's own message", async () => {
  const forge = await openForge();
  const { json } = await ask(forge, `{ viewer { shoeSize } }`);
  expect(json).toMatchObject({
    errors: [{ message: 'Cannot query field "shoeSize" on type "User".' }],
  });
});

test("an organization's repositories are returned page by page", async () => {
  const forge = await openForge();
  const page = (more: string) =>
    ask(
      forge,
      `{ organization(login: "acme") { repositories(${more}) {
           totalCount nodes { name } pageInfo { hasNextPage endCursor } } } }`,
    );
  expect((await page("first: 3")).json).toMatchObject({
    data: {
      organization: {
        repositories: { totalCount: 4, pageInfo: { hasNextPage: true, endCursor: "3" } },
      },
    },
  });
  expect((await page(`first: 3, after: "3"`)).json).toMatchObject({
    data: {
      organization: {
        repositories: { nodes: [{ name: "infra" }], pageInfo: { hasNextPage: false } },
      },
    },
  });
  expect((await page("first: 200")).json).toMatchObject({ errors: [{}] });
});

test("GraphQL has its own rate limit, and requires a login", async () => {
  const forge = await openForge();
  const { headers } = await ask(forge, `{ viewer { login } }`);
  expect(headers.get("x-ratelimit-resource")).toBe("graphql");
  expect((await ask(forge, `{ viewer { login } }`, "")).status).toBe(401);
  const { json } = await forge.rest("GET", "/rate_limit");
  expect(json.resources).toMatchObject({ core: { used: 0 }, graphql: { used: 1 } });
});
