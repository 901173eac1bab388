import { describe, expect, test } from "vitest";
import {
  findExcess,
  findLack,
  mintNarrowToken,
  TokenTooNarrow,
} from "../../../src/credentials/apps/narrow-token.ts";
import type { AppClient } from "../../../src/credentials/apps/app-client.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import type { Installation } from "../../../src/forge/resources/installations.ts";
import { Secret } from "../../../src/shared/secret.ts";
import { failureOf } from "../../forge/forge-bench.ts";

const wanted = {
  permissions: { issues: "write" } as const,
  repositories: [requireRepositoryName("acme/control", "--repository")],
};
const answer = {
  expiresAt: "2026-01-01T01:00:00Z",
  permissions: { issues: "write", metadata: "read" },
  repositories: ["Acme/Control"] as readonly string[] | undefined,
};

describe("the excess permissions of a token that has", () => {
  test.each([
    ["nothing more", {}, []],
    ["less", { permissions: { metadata: "read" } }, []],
    [
      "an additional permission",
      { permissions: { ...answer.permissions, contents: "read" } },
      ["Contents: Read-only instead of No access"],
    ],
    [
      "a higher level",
      { permissions: { issues: "admin" } },
      ["Issues: Admin instead of Read and write"],
    ],
    [
      "write access to metadata",
      { permissions: { metadata: "write" } },
      ["Metadata: Read and write instead of Read-only"],
    ],
    [
      "a level named like a property of every object",
      { permissions: { issues: "constructor" } },
      ["Issues: constructor instead of Read and write"],
    ],
    [
      "a permission named like a property of every object",
      { permissions: { ...answer.permissions, constructor: "write" } },
      ["Constructor: Read and write instead of No access"],
    ],
    [
      "a repository of the same name under another owner",
      { repositories: ["octo/control"] },
      ["octo/control"],
    ],
    ["another repository", { repositories: ["acme/control", "acme/web"] }, ["acme/web"]],
    ["all repositories", { repositories: undefined }, ["all repositories of the installation"]],
  ])("%s", (_, change, excess) => {
    expect(findExcess(wanted, { ...answer, ...change })).toEqual(excess);
  });
});

describe("a token lacks", () => {
  test.each([
    ["nothing", {}, []],
    ["nothing if a level is higher", { permissions: { issues: "admin" } }, []],
    [
      "the requested level",
      { permissions: { issues: "read" } },
      ["Issues: Read-only instead of Read and write"],
    ],
    ["a permission", { permissions: {} }, ["Issues: No access instead of Read and write"]],
    ["a repository", { repositories: [] }, ["without acme/control"]],
    ["nothing if it covers all repositories", { repositories: undefined }, []],
  ])("%s", (_, change, lack) => {
    expect(findLack(wanted, { ...answer, ...change })).toEqual(lack);
  });
});

test("a token with less than the request is refused and revoked", async () => {
  const ended: Secret[] = [];
  const token = new Secret("ghs_narrow");
  const app = {
    mint: () => Promise.resolve({ ...answer, token, repositories: [] }),
    revokeToken: (given: Secret) => {
      ended.push(given);
      return Promise.resolve("revoked" as const);
    },
  };
  const failure = await failureOf(mintNarrowToken(app, {} as Installation, wanted));
  expect(ended).toEqual([token]);
  expect(failure).toBeInstanceOf(TokenTooNarrow);
  expect(failure).toMatchObject({ exitCode: 3 });
  expect(failure.message).toContain(
    "The minted token can do less than requested: without acme/control. The token was revoked.",
  );
});

async function mint(revoke: () => ReturnType<AppClient["revokeToken"]>) {
  const token = new Secret("ghs_wide");
  const ended: Secret[] = [];
  const app = {
    mint: () => Promise.resolve({ ...answer, token, repositories: undefined }),
    revokeToken: (given: Secret) => {
      ended.push(given);
      return revoke();
    },
  };
  const failure = await failureOf(mintNarrowToken(app, {} as Installation, wanted));
  return { failure, ended, token };
}

test("a token with more than the request is refused and revoked", async () => {
  const { failure, ended, token } = await mint(() => Promise.resolve("revoked"));
  expect(ended).toEqual([token]);
  expect(failure).toMatchObject({
    exitCode: 3,
    message:
      "The minted token can do more than requested: all repositories of the installation. The token was revoked.",
  });
});

test("a token that could not be revoked is reported as still valid", async () => {
  const { failure } = await mint(() => Promise.reject(new Error("the network is gone")));
  expect(failure.message).toContain(
    "The token could not be revoked: it expires at 2026-01-01T01:00:00Z.",
  );
});

test("a new token that the forge rejects is not reported as revoked", async () => {
  const { failure } = await mint(() => Promise.resolve("expired"));
  expect(failure.message).toContain(
    "The token could not be revoked: it expires at 2026-01-01T01:00:00Z.",
  );
});
