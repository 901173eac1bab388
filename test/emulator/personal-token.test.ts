import { describe, expect, test } from "vitest";
import { openForge, repositoryId, type OpenForge } from "./open-forge.ts";

const list = "/settings/personal-access-tokens";

async function create(forge: OpenForge, change: Record<string, string> = {}, as = "mona") {
  const form = {
    name: "control plane",
    owner: "acme",
    expires_in: "30",
    repositories: "selected",
    "repository_ids[]": String(await repositoryId(forge, "acme/control")),
    "permissions[contents]": "read",
    ...change,
  };
  const { text, status } = await forge.page(`${list}?as=${as}`, form);
  const token = /value="(github_pat_\w+)"/.exec(text)?.[1] ?? "";
  return { text, status, token };
}

describe("the form of a fine-grained token", () => {
  test("is prefilled by the link, except for the repositories", async () => {
    const forge = await openForge();
    const query =
      "name=plane&description=why&target_name=acme&expires_in=7&contents=write&checks=read";
    const { text } = await forge.page(`${list}/new?${query}`);
    expect(text).toContain('name="name" value="plane"');
    expect(text).toMatch(/<option selected>acme/);
    expect(text).toContain('name="expires_in" value="7"');
    expect(text.match(/<option value="\w+"\s+selected/g)).toHaveLength(1);
    expect(text).not.toContain("permissions[checks]");
  });

  test("does not offer owners that are unknown or forbid fine-grained tokens", async () => {
    const forge = await openForge();
    const { text } = await forge.page(`${list}/new?target_name=nobody`);
    expect(text).toContain("Cannot find the specified resource owner");
    await forge.control("PATCH", "world", {
      organizations: { acme: { fineGrainedTokens: "forbidden" } },
    });
    expect((await forge.page(`${list}/new?target_name=acme`)).text).toContain("Cannot find");
  });

  test.each([
    ["a name of more than 40 characters", { name: "x".repeat(41) }],
    ["more than 366 days", { expires_in: "367" }],
    ["an empty selection", { "repository_ids[]": "" }],
  ])("refuses %s", async (_, change) => {
    const forge = await openForge();
    expect((await create(forge, change)).status).toBe(422);
  });
});

describe("a fine-grained token", () => {
  test("reaches its repositories with its permissions, and returns its expiry time", async () => {
    const forge = await openForge({ clock: () => new Date("2026-01-01T00:00:00Z") });
    const { token } = await create(forge);
    const ask = (path: string) => forge.rest("GET", path, { token });
    const read = await ask("/repos/acme/control/contents/README.md");
    expect(read.status).toBe(200);
    expect(read.headers.get("github-authentication-token-expiration")).toBe(
      "2026-01-31 00:00:00 UTC",
    );
    expect((await ask("/repos/acme/api")).status).toBe(404);
    const refused = await ask("/repos/acme/control/actions/variables");
    expect(refused.status).toBe(403);
    expect(refused.json.message).toBe("Resource not accessible by personal access token");
  });

  test("without expiration omits that header", async () => {
    const forge = await openForge();
    const { token } = await create(forge, { expires_in: "none" });
    const { headers } = await forge.rest("GET", "/rate_limit", { token });
    expect(headers.has("github-authentication-token-expiration")).toBe(false);
  });

  test("expires at its expiry time", async () => {
    let now = new Date("2026-01-01T00:00:00Z");
    const forge = await openForge({ clock: () => now });
    const { token } = await create(forge);
    now = new Date("2026-02-01T00:00:00Z");
    expect((await forge.rest("GET", "/user", { token })).status).toBe(401);
  });

  test("never has more access than its user", async () => {
    const forge = await openForge();
    const { token } = await create(forge, { "permissions[secrets]": "write" }, "hubot");
    expect((await forge.rest("GET", "/repos/acme/control/actions/secrets", { token })).status).toBe(
      403,
    );
  });

  test("waits for approval if the organization requires it, and until then reads only public data", async () => {
    const forge = await openForge();
    await forge.control("PATCH", "world", {
      organizations: { acme: { tokensNeedApproval: true } },
    });
    const { text, token } = await create(forge, {}, "hubot");
    expect(text).toContain("An owner of acme must approve it.");
    const status = async (name: string) =>
      (await forge.rest("GET", `/repos/acme/${name}`, { token })).status;
    expect([await status("control"), await status("web")]).toEqual([404, 200]);
    expect((await create(forge)).text).not.toContain("An owner of acme must approve it.");
    const requests = "/organizations/acme/settings/personal-access-token-requests";
    const { text: page } = await forge.page(requests);
    const approve = /action="([^"]+)"\s+data-form="approve-token"/.exec(page)?.[1] ?? "";
    expect((await forge.page(`${approve}?as=hubot`, {})).status).toBe(404);
    await forge.page(approve, {});
    expect(await status("control")).toBe(200);
  });

  test("is listed without its value, and can be revoked", async () => {
    const forge = await openForge();
    const { token } = await create(forge);
    const { text } = await forge.page(list);
    expect(text).toContain("control plane");
    expect(text).not.toContain(token);
    const action = /action="([^"]+)"\s+data-form="revoke-token"/.exec(text)?.[1] ?? "";
    await forge.page(action, {});
    expect((await forge.rest("GET", "/user", { token })).status).toBe(401);
  });
});
