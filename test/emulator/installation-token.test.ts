import { describe, expect, test } from "vitest";
import { createApp, installApp, mintToken, openForge, type OpenForge } from "./open-forge.ts";

const ceiling = {
  default_permissions: {
    contents: "write",
    issues: "write",
    actions: "read",
    actions_variables: "write",
  },
};

async function installed(forge: OpenForge, repositories: readonly string[] | "all" = "all") {
  const app = await createApp(forge, ceiling);
  const installation = await installApp(forge, app, repositories);
  const mint = (body: object = {}) => mintToken(forge, { app, installation, body });
  return { app, installation, mint };
}

describe("an installation token", () => {
  test("has all permissions of the installation by default", async () => {
    const forge = await openForge();
    const { mint } = await installed(forge, ["acme/control", "acme/web"]);
    const { json } = await mint();
    expect(json.permissions).toEqual({ ...ceiling.default_permissions, metadata: "read" });
    expect(json.repository_selection).toBe("selected");
    const list = await forge.rest("GET", "/installation/repositories", { token: json.token });
    expect(list.json.repositories.map((each: { name: string }) => each.name)).toEqual([
      "control",
      "web",
    ]);
  });

  test("has the length that its client requests", async () => {
    const forge = await openForge();
    const { app, installation } = await installed(forge);
    const mint = async (wanted: string) => {
      const headers = { "x-github-stateless-s2s-token": wanted };
      const path = `/app/installations/${installation}/access_tokens`;
      return (await forge.rest("POST", path, { token: app.jwt(), headers })).json.token;
    };
    expect(await mint("enabled")).toMatch(/^ghs_[A-Za-z0-9_-]+\.[\w-]+\.[\w-]+$/);
    expect(await mint("disabled")).toMatch(/^ghs_[A-Za-z0-9]{36}$/);
  });

  test("is narrowed to repositories", async () => {
    const forge = await openForge();
    const { mint } = await installed(forge);
    const { token } = (await mint({ repositories: ["control"] })).json;
    const status = async (name: string) =>
      (await forge.rest("GET", `/repos/acme/${name}/contents/README.md`, { token })).status;
    expect([await status("control"), await status("api"), await status("web")]).toEqual([
      200, 404, 200,
    ]);
  });

  test("is narrowed to permissions, and each route requires its own", async () => {
    const forge = await openForge();
    const { mint } = await installed(forge);
    const { token } = (await mint({ permissions: { contents: "read" } })).json;
    const ask = async (method: string, path: string, body?: object) =>
      (await forge.rest(method, `/repos/acme/control/${path}`, { token, body })).status;
    expect(await ask("GET", "contents/README.md")).toBe(200);
    expect(await ask("GET", "issues")).toBe(403);
    expect(await ask("POST", "issues", { title: "x" })).toBe(403);
    expect(await ask("GET", "actions/runs")).toBe(403);
    const issue = { token: (await mint({ permissions: { issues: "write" } })).json.token };
    const made = await forge.rest("POST", "/repos/acme/control/issues", {
      ...issue,
      body: { title: "x" },
    });
    expect(made.status).toBe(201);
    expect(made.json.user).toMatchObject({ login: "acme-reader[bot]", type: "Bot" });
  });

  test("needs Variables for variables; Actions is not sufficient", async () => {
    const forge = await openForge();
    const { mint } = await installed(forge);
    const put = async (permissions: object) => {
      const { token } = (await mint({ permissions })).json;
      const path = "/repos/acme/control/actions/variables";
      return forge.rest("POST", path, { token, body: { name: "GATE", value: "1" } });
    };
    const refused = await put({ actions: "read" });
    expect(refused.status).toBe(403);
    expect(refused.json.message).toBe("Resource not accessible by integration");
    expect(refused.headers.get("x-accepted-github-permissions")).toBe("actions_variables=write");
    expect((await put({ actions_variables: "write" })).status).toBe(201);
  });

  test.each([
    [
      "more than the installation has",
      { permissions: { contents: "write", issues: "write", secrets: "read" } },
    ],
    ["a level above the installation's", { permissions: { actions: "write" } }],
    ["a permission that does not exist", { permissions: { teleport: "read" } }],
    ["a repository outside the installation", { repositories: ["api"] }],
    ["too many repositories", { repositories: Array.from({ length: 501 }, () => "control") }],
  ])("is refused with %s", async (_, body) => {
    const forge = await openForge();
    const { mint } = await installed(forge, ["acme/control"]);
    expect((await mint(body)).status).toBe(422);
  });

  test("expires after an hour, and when it is revoked", async () => {
    let now = new Date();
    const forge = await openForge({ clock: () => now });
    const { mint } = await installed(forge);
    const [first, second] = [(await mint()).json, (await mint()).json];
    expect(new Date(first.expires_at).getTime() - now.getTime()).toBeGreaterThan(3_590_000);
    const status = async (token: string) =>
      (await forge.rest("GET", "/installation/repositories", { token })).status;
    expect((await forge.rest("DELETE", "/installation/token", { token: first.token })).status).toBe(
      204,
    );
    expect([await status(first.token), await status(second.token)]).toEqual([401, 200]);
    now = new Date(now.getTime() + 3_601_000);
    expect(await status(second.token)).toBe(401);
  });

  test("can be long, with dots, so that its length is not always 40 characters", async () => {
    const forge = await openForge();
    const { mint, app } = await installed(forge);
    await forge.control("PATCH", "world", { switches: { installationTokens: "long" } });
    const { token } = (await mint()).json;
    expect(token).toMatch(new RegExp(String.raw`^ghs_${app.appId}_eyJ[\w-]+\.[\w-]+\.\w+$`));
    expect((await forge.rest("GET", "/installation/repositories", { token })).status).toBe(200);
  });

  test("does not list installations, and a user's token does not list its repositories", async () => {
    const forge = await openForge();
    expect((await forge.rest("GET", "/installation/repositories")).status).toBe(403);
    const { mint } = await installed(forge);
    const { token } = (await mint()).json;
    expect((await forge.rest("GET", "/user/installations", { token })).status).toBe(403);
  });
});
