import { describe, expect, test } from "vitest";
import { mintInstallationToken } from "../../../src/forge/resources/installations.ts";
import { failureOf, openOddForge } from "../forge-bench.ts";

const complete = {
  token: "ghs_one",
  expires_at: "2026-01-01T01:00:00Z",
  permissions: { issues: "write" },
  repository_selection: "selected",
  repositories: [{ full_name: "acme/control" }],
};

/** Mints a token with this response of the forge. Returns the revoked tokens as well. */
async function mint(answer: object) {
  const { client } = await openOddForge((_, response) => {
    response.writeHead(201, { "content-type": "application/json" });
    response.end(JSON.stringify(answer));
  });
  const ended: string[] = [];
  const wanted = { permissions: { issues: "write" } };
  const minting = mintInstallationToken(client, { id: 1 }, wanted, (token) => {
    ended.push(token.reveal());
    return Promise.reject(new Error("the network is gone"));
  });
  return { minting, ended };
}

describe("a minted token", () => {
  test("is for the repositories that were selected", async () => {
    const { minting, ended } = await mint(complete);
    expect(await minting).toMatchObject({
      expiresAt: complete.expires_at,
      permissions: complete.permissions,
      repositories: ["acme/control"],
    });
    expect(ended).toEqual([]);
  });

  test.each([undefined, "all", "SELECTED"])(
    "is for all repositories if the selection is %s",
    async (selection) => {
      const { minting } = await mint({ ...complete, repository_selection: selection });
      expect(await minting).toMatchObject({ repositories: undefined });
    },
  );

  test.each([
    ["no expiry time", { expires_at: undefined }],
    ["null as its expiry time", { expires_at: null }],
    ["an invalid expiry time", { expires_at: "2026\n::error::x" }],
    ["no permissions", { permissions: undefined }],
    ["permissions of another shape", { permissions: ["issues"] }],
    ["levels of another shape", { permissions: { issues: { level: "write" } } }],
    ["repositories of another shape", { repositories: ["acme/control"] }],
  ])("with %s is revoked and not used", async (_what, change) => {
    const { minting, ended } = await mint({ ...complete, ...change });
    expect((await failureOf(minting)).message).toContain("unexpected response:");
    expect(ended).toEqual(["ghs_one"]);
  });

  test("of two lines is not accepted", async () => {
    const { minting, ended } = await mint({ ...complete, token: "ghs_one\nghs_two" });
    expect((await failureOf(minting)).message).not.toContain("ghs_");
    expect(ended).toEqual([]);
  });
});
