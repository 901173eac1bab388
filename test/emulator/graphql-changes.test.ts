import { describe, expect, test } from "vitest";
import { openForge, type OpenForge } from "./open-forge.ts";

interface Answer {
  data?: unknown;
  errors?: unknown;
}

async function ask(forge: OpenForge, query: string, token: string): Promise<Answer> {
  const response = await fetch(`${forge.emulator.origin}/api/graphql`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ query }),
  });
  return (await response.json()) as Answer;
}

/** Creates an issue of mona's in a repository and returns its GraphQL ID. */
async function openIssue(forge: OpenForge, repository: string): Promise<string> {
  const body = { title: "Mona's" };
  return (await forge.rest("POST", `/repos/${repository}/issues`, { body })).json.node_id;
}

const comments = async (forge: OpenForge, repository: string) =>
  (await forge.rest("GET", `/repos/${repository}/issues/1/comments`)).json;

const tokenFor = async (forge: OpenForge, wanted: object): Promise<string> =>
  (await forge.control("POST", "tokens", { user: "hubot", ...wanted })).json.token;

const addComment = (id: string) =>
  `mutation { addComment(input: { subjectId: "${id}", body: "x" }) { subject { id } } }`;

describe("a GraphQL mutation", () => {
  test("is refused for a read-only token", async () => {
    const forge = await openForge();
    const permissions = { issues: "read" };
    const token = await tokenFor(forge, { kind: "fine-grained", owner: "acme", permissions });
    const id = await openIssue(forge, "acme/web");
    const { errors } = await ask(forge, addComment(id), token);
    expect(errors).toMatchObject([
      { type: "FORBIDDEN", message: "Resource not accessible by personal access token" },
    ]);
    expect(await comments(forge, "acme/web")).toEqual([]);
  });

  test("of an invisible object finds nothing, and neither does a query for the object", async () => {
    const forge = await openForge();
    const token = await tokenFor(forge, { scopes: ["read:org"] });
    const id = await openIssue(forge, "acme/control");
    const repository = (await forge.rest("GET", "/repos/acme/control")).json.node_id;
    for (const query of [
      addComment(id),
      `{ node(id: "${id}") { id } }`,
      `{ node(id: "${repository}") { id } }`,
    ]) {
      expect((await ask(forge, query, token)).errors).toMatchObject([{ type: "NOT_FOUND" }]);
    }
    const found = `{ search(type: ISSUE, query: "Mona", first: 5) { issueCount } }`;
    expect((await ask(forge, found, token)).data).toEqual({ search: { issueCount: 0 } });
    expect(await comments(forge, "acme/control")).toEqual([]);
  });

  test("of an issue is limited to its author and to users who manage issues", async () => {
    const forge = await openForge();
    const token = await tokenFor(forge, { scopes: ["repo"] });
    const id = await openIssue(forge, "acme/web");
    const close = `mutation { closeIssue(input: { issueId: "${id}" }) { issue { state } } }`;
    expect((await ask(forge, close, token)).errors).toMatchObject([{ type: "FORBIDDEN" }]);
    const mona = forge.emulator.userToken.reveal();
    expect((await ask(forge, close, mona)).data).toEqual({
      closeIssue: { issue: { state: "CLOSED" } },
    });
  });
});

test("a repository is found by its former name", async () => {
  const forge = await openForge();
  await forge.rest("PATCH", "/repos/acme/control", { body: { name: "plane" } });
  const read = (more: string) =>
    ask(
      forge,
      `{ repository(owner: "acme", name: "control"${more}) { nameWithOwner } }`,
      forge.emulator.userToken.reveal(),
    );
  expect((await read("")).data).toEqual({ repository: { nameWithOwner: "acme/plane" } });
  expect((await read(", followRenames: false")).errors).toMatchObject([{ type: "NOT_FOUND" }]);
});
