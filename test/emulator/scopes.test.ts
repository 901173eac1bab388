import { describe, expect, test } from "vitest";
import { createApp, installApp, mintToken, openForge, type OpenForge } from "./open-forge.ts";

async function tokenWith(forge: OpenForge, scopes: readonly string[]): Promise<string> {
  return (await forge.control("POST", "tokens", { user: "mona", scopes })).json.token;
}

test("deleting a repository requires a scope that a usual login lacks", async () => {
  const forge = await openForge();
  const refused = await forge.rest("DELETE", "/repos/acme/api");
  expect([refused.status, refused.json.message]).toEqual([
    403,
    "Must have admin rights to Repository.",
  ]);
  expect(refused.headers.get("x-accepted-oauth-scopes")).toBe("delete_repo");
  const token = await tokenWith(forge, ["repo", "delete_repo"]);
  expect((await forge.rest("DELETE", "/repos/acme/api", { token })).status).toBe(204);
});

describe("a response reports the accepted", () => {
  const accepted = async (forge: OpenForge, path: string, token?: string) => {
    const { headers, status } = await forge.rest("GET", path, token ? { token } : {});
    return [
      status,
      headers.get("x-accepted-oauth-scopes"),
      headers.get("x-accepted-github-permissions"),
    ];
  };

  test("scopes, also if it is a rejection", async () => {
    const forge = await openForge();
    const path = "/repos/acme/control/actions/variables";
    expect(await accepted(forge, path)).toEqual([200, "repo", null]);
    const token = await tokenWith(forge, ["read:org"]);
    expect(await accepted(forge, path, token)).toEqual([404, "repo", null]);
    expect(await accepted(forge, "/repos/acme/web", token)).toEqual([200, "", null]);
  });

  test("permissions, for an App", async () => {
    const forge = await openForge();
    const app = await createApp(forge);
    const installation = await installApp(forge, app, "all");
    const { token } = (await mintToken(forge, { app, installation })).json;
    const read = await accepted(forge, "/repos/acme/control/contents/README.md", token);
    expect(read).toEqual([200, null, "contents=read"]);
    const refused = await accepted(forge, "/repos/acme/control/actions/secrets", token);
    expect(refused).toEqual([403, null, "secrets=read"]);
  });
});
