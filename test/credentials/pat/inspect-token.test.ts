import { expect, test } from "vitest";
import { findBeyond } from "../../../src/credentials/pat/find-beyond.ts";
import { inspectToken } from "../../../src/credentials/pat/inspect-token.ts";
import { Secret } from "../../../src/shared/secret.ts";
import { failureOf, openBench, send } from "../../forge/forge-bench.ts";

/** Creates an embedded forge, and a token of mona that reaches these repositories. */
async function openTokenBench(repositories: readonly string[]) {
  const { control, profile } = await openBench();
  const permissions = { contents: "read" };
  const body = { user: "mona", kind: "fine-grained", owner: "acme", repositories, permissions };
  const expiresAt = "2099-01-31T12:00:00.000Z";
  const { json } = await control("POST", "tokens", { ...body, expiresAt });
  const token = new Secret((json as { token: string }).token);
  return { profile, token, expiresAt };
}

test("reads a token's owner, its expiry, and the missing and additional repositories", async () => {
  const { profile, token, expiresAt } = await openTokenBench(["acme/control", "acme/infra"]);
  const repositories = ["acme/Control", "acme/api"];
  expect(await inspectToken({ profile, send }, token, repositories)).toEqual({
    login: "mona",
    expiry: { kind: "at", at: new Date(expiresAt) },
    outOfReach: ["acme/api"],
    beyond: ["acme/infra"],
  });
});

test("a token that the forge rejects is reported as such, with a fix", async () => {
  const { profile } = await openTokenBench([]);
  const dead = new Secret(`github_pat_${"a1B2".repeat(9)}`);
  expect(await failureOf(inspectToken({ profile, send }, dead, []))).toMatchObject({
    name: "InvalidInput",
    message: "The token was rejected: it has expired or was revoked.",
    hints: [{ text: "Copy the complete token again, or create a new one" }],
  });
});

test("additional repositories exceed the consent; the case of names is ignored", () => {
  expect(findBeyond(["acme/Web", "acme/API"], ["ACME/web"])).toEqual(["acme/API"]);
});
