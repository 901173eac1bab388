import { expect, test } from "vitest";
import { queryTargets } from "../../../src/run/precompute/query-targets.ts";
import type { KnownHeads } from "../../../src/run/precompute/known-heads.ts";
import { RateLimited } from "../../../src/forge/forge-errors.ts";
import type { ForgeClient } from "../../../src/forge/client.ts";
import { resolveHost } from "../../../src/forge/host-profile.ts";

const head = "a".repeat(40);

interface Query {
  readonly names: readonly string[];
  readonly asksFiles: boolean;
}

/** Returns the queries to a forge that answers each one with a function. */
async function ask(
  targets: readonly string[],
  answer: (name: string, query: Query) => object | null,
  known: KnownHeads = new Map(),
) {
  const queries: Query[] = [];
  const client: ForgeClient = {
    profile: resolveHost("http://127.0.0.1:1"),
    request: async (_method, _path, { body } = {}) => {
      const text = JSON.stringify(body).replaceAll('\\"', '"');
      const names = Array.from(
        text.matchAll(/owner:"([^"]+)",name:"([^"]+)"/g),
        ([, owner, name]) => `${owner}/${name}`,
      );
      const query = { names, asksFiles: text.includes("HEAD:") };
      queries.push(query);
      const data = Object.fromEntries(names.map((name, at) => [`r${at}`, answer(name, query)]));
      return { title: "POST /graphql", status: 200, headers: {}, body: { data } };
    },
  };
  const allowedOwners = ["acme"];
  const options = { client, folder: "x", allowedOwners, known, report: () => undefined };
  return { queries, ...(await queryTargets(targets, options)) };
}

function about(name: string, { asksFiles }: Query) {
  return {
    databaseId: 1,
    nameWithOwner: name,
    visibility: "PRIVATE",
    isArchived: false,
    hasIssuesEnabled: true,
    hasPullRequestsEnabled: true,
    defaultBranchRef: { name: "main", target: { oid: head } },
    ...(asksFiles && { files: { entries: [{ name: "ci.yml", type: "blob" }] } }),
  };
}

const knownAs = (id: number) => new Map([["acme/a", { id, head, files: ["old.yml"] }]]);

test("known files are not requested again", async () => {
  const { queries } = await ask(["acme/a"], about, knownAs(1));
  expect(queries).toEqual([{ names: ["acme/a"], asksFiles: false }]);
});

test("files are requested for a different repository under a known name, even with the same head", async () => {
  const { queries, answers } = await ask(["acme/a"], about, knownAs(2));
  expect(queries.map(({ asksFiles }) => asksFiles)).toEqual([false, true]);
  expect(answers.get("acme/a")).toMatchObject({ facts: { files: ["ci.yml"] }, refused: [] });
});

test("a repository that now belongs to another owner is not requested again", async () => {
  const moved = (name: string, query: Query) => about(name.replace("acme", "mona"), query);
  const { queries } = await ask(["acme/a"], moved, knownAs(2));
  expect(queries).toHaveLength(1);
});

test("a rate limit before the request for files keeps the other facts", async () => {
  const answer = (name: string, query: Query) => {
    if (!query.asksFiles) return about(name, query);
    throw new RateLimited({ status: 403, request: "POST /graphql", resetsAt: undefined });
  };
  const { answers, ended } = await ask(["acme/a"], answer, knownAs(2));
  expect(ended).toBeInstanceOf(RateLimited);
  expect(answers.get("acme/a")).toMatchObject({
    state: "found",
    refused: [{ what: "files", reason: "not reached by this run" }],
  });
});

test("at most 120 queries are sent", async () => {
  const targets = Array.from({ length: 121 * 125 }, (_, index) => `acme/r${index}`);
  const { queries, answers } = await ask(targets, about);
  expect(queries).toHaveLength(120);
  expect(answers.get(`acme/r${120 * 125 - 1}`)).toMatchObject({ state: "found" });
  expect(answers.get(`acme/r${120 * 125}`)).toMatchObject({ state: "unread" });
});
