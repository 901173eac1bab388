import { describe, expect, test } from "vitest";
import { findExcess, mintNarrowToken } from "../../../src/credentials/apps/narrow-token.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import type { Installation } from "../../../src/forge/resources/installations.ts";
import { Secret } from "../../../src/shared/secret.ts";
import { failureOf } from "../../forge/forge-bench.ts";

const wish = {
  permissions: { issues: "write" } as const,
  repositories: [requireRepositoryName("acme/control", "--repository")],
};
const answer = {
  expiresAt: "2026-01-01T01:00:00Z",
  permissions: { issues: "write", metadata: "read" },
  repositories: ["Acme/Control"] as readonly string[] | undefined,
};

describe("what a token can do beyond what was asked", () => {
  test.each([
    ["nothing more", {}, []],
    ["less", { permissions: { metadata: "read" } }, []],
    [
      "another permission",
      { permissions: { ...answer.permissions, contents: "read" } },
      ["Contents: Read-only instead of No access"],
    ],
    [
      "a stronger one",
      { permissions: { issues: "admin" } },
      ["Issues: Admin instead of Read and write"],
    ],
    [
      "metadata to write",
      { permissions: { metadata: "write" } },
      ["Metadata: Read and write instead of Read-only"],
    ],
    ["another repository", { repositories: ["acme/control", "acme/web"] }, ["acme/web"]],
    ["all repositories", { repositories: undefined }, ["all repositories of the installation"]],
  ])("%s", (_, change, excess) => {
    expect(findExcess(wish, { ...answer, ...change })).toEqual(excess);
  });
});

async function mint(revoke: () => Promise<void>) {
  const token = new Secret("ghs_wide");
  const ended: Secret[] = [];
  const app = {
    mint: () => Promise.resolve({ ...answer, token, repositories: undefined }),
    revokeToken: (given: Secret) => {
      ended.push(given);
      return revoke();
    },
  };
  const failure = await failureOf(mintNarrowToken(app, {} as Installation, wish));
  return { failure, ended, token };
}

test("a token that is wider than asked is refused, and ended", async () => {
  const { failure, ended, token } = await mint(() => Promise.resolve());
  expect(ended).toEqual([token]);
  expect(failure).toMatchObject({
    exitCode: 3,
    message:
      "The forge gave a token that can do more than was asked for: all repositories of the installation. It is ended again.",
  });
});

test("one that could not be ended is said to live on", async () => {
  const { failure } = await mint(() => Promise.reject(new Error("the network is gone")));
  expect(failure.message).toContain("It could not be ended: it lives until 2026-01-01T01:00:00Z.");
});
