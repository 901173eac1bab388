import { describe, expect, test } from "vitest";
import { createApp, manifestOf, openForge, redirectUrl, type OpenForge } from "./open-forge.ts";

const newApp = "/organizations/acme/settings/apps/new?state=xyz";
const apps = "/organizations/acme/settings/apps";

const showManifest = (forge: OpenForge, manifest: object) =>
  forge.page(newApp, { manifest: JSON.stringify(manifest) });

describe("the page of a manifest", () => {
  test("shows the name to edit, the permissions and a button", async () => {
    const forge = await openForge();
    const { status, text } = await showManifest(forge, manifestOf());
    expect(status).toBe(200);
    expect(text).toContain('data-form="create-app"');
    expect(text).toContain('name="name" value="acme reader"');
    expect(text).toMatch(/data-permission="actions">Read-only/);
    expect(text).toContain('name="state" value="xyz"');
    expect(text).toMatch(/<button type="submit">\s*Create App/);
  });

  test("escapes text of the manifest", async () => {
    const forge = await openForge();
    const { text } = await showManifest(
      forge,
      manifestOf({ description: "<script>alert(1)</script>" }),
    );
    expect(text).not.toContain("<script>");
    expect(text).toContain("&lt;script&gt;");
  });

  test.each([
    [
      "a webhook without a URL",
      { hook_attributes: { active: false } },
      "&quot;url&quot; wasn&#39;t supplied",
    ],
    [
      "a secret in the webhook attributes",
      { hook_attributes: { url: "https://a.b", secret: "s" } },
      "secret",
    ],
    ["a missing homepage", { url: undefined }, "&quot;url&quot; wasn&#39;t supplied"],
    [
      "a redirect that is not a URL",
      { redirect_url: "nowhere" },
      "redirect_url must be a valid URL",
    ],
    ["a permission that does not exist", { default_permissions: { teleport: "read" } }, "teleport"],
    [
      "a level that the permission does not have",
      { default_permissions: { workflows: "read" } },
      "workflows",
    ],
    [
      "a permission under a wrong name",
      { default_permissions: { variables: "read" } },
      "resource is not included in the list: variables",
    ],
    [
      "the permission webhooks, whose name is repository_hooks",
      { default_permissions: { webhooks: "read" } },
      "resource is not included in the list: webhooks",
    ],
    [
      "events that its permissions do not cover",
      { default_events: ["push", "issue_comment", "check_run"] },
      "Default events are not supported by permissions: issue_comment, check_run",
    ],
    [
      "an event that every App gets",
      { default_events: ["installation"] },
      "Default events unsupported: installation",
    ],
    [
      "an active webhook on this machine",
      { hook_attributes: { url: "http://localhost:3000/hook" } },
      "reachable over the public Internet",
    ],
    [
      "more than ten callback URLs",
      { callback_urls: Array.from({ length: 11 }, (_, n) => `https://example.com/${n}`) },
      "callback_urls",
    ],
    ["a callback that is not a URL", { callback_urls: ["nowhere"] }, "callback_urls must be"],
  ])("refuses %s", async (_, change, words) => {
    const forge = await openForge();
    const { status, text } = await showManifest(forge, manifestOf(change));
    expect(status).toBe(422);
    expect(text).toContain(words);
    expect(text).not.toContain("data-form");
  });

  test.each([
    ["actions_variables, which the published schema lacks", { actions_variables: "write" }],
    ["workflows: write", { workflows: "write" }],
    ["repository_hooks and emails", { repository_hooks: "write", emails: "read" }],
    ["the level admin if the permission has it", { repository_projects: "admin" }],
  ])("accepts %s", async (_, default_permissions) => {
    const forge = await openForge();
    const { status } = await showManifest(forge, manifestOf({ default_permissions }));
    expect(status).toBe(200);
  });

  test("is missing for a user who does not own the organization", async () => {
    const forge = await openForge();
    const asMember = `${newApp}&as=hubot`;
    expect((await forge.page(asMember)).status).toBe(404);
    expect((await forge.page(asMember, { manifest: "{}" })).status).toBe(404);
  });
});

describe("creating an App", () => {
  const submit = (forge: OpenForge, change: Record<string, string> = {}) =>
    forge.page(apps, {
      manifest: JSON.stringify(manifestOf()),
      state: "xyz",
      name: "acme reader",
      ...change,
    });

  test("redirects to the redirect URL with code and state", async () => {
    const forge = await openForge();
    const { status, headers } = await submit(forge);
    const location = new URL(headers.get("location") ?? "");
    expect(status).toBe(302);
    expect(`${location.origin}${location.pathname}`).toBe(redirectUrl);
    expect(location.searchParams.get("state")).toBe("xyz");
    expect(location.searchParams.get("code")).toMatch(/^[0-9a-f]{40}$/);
  });

  test("uses the name that the user typed, and derives the slug from it", async () => {
    const forge = await openForge();
    await submit(forge, { name: "My Better Name" });
    const { json } = await forge.rest("GET", "/apps/my-better-name");
    expect(json.name).toBe("My Better Name");
  });

  test.each([
    ["longer than 34 characters", "x".repeat(35), "too long"],
    ["empty", "", "blank"],
    ["in use as an account name", "globex", "reserved"],
  ])("refuses a name that is %s", async (_, name, words) => {
    const forge = await openForge();
    const { status, text } = await submit(forge, { name });
    expect(status).toBe(422);
    expect(text).toContain(words);
    expect(text).toContain('data-form="create-app"');
  });

  test("refuses a name that another App already has", async () => {
    const forge = await openForge();
    await submit(forge);
    const { status, text } = await submit(forge, { name: "Acme Reader" });
    expect(status).toBe(422);
    expect(text).toContain("Name is already taken");
  });

  test("by hand starts from the link, and redirects to the App's settings", async () => {
    const forge = await openForge();
    const link = "name=by+hand&url=https%3A%2F%2Fexample.com&contents=write&webhook_active=false";
    const { text } = await forge.page(`${apps}/new?${link}`);
    expect(text).toMatch(/name="webhook_active" value="true"\s*\/>/);
    expect(text).toContain('value="by hand"');
    expect(text).toMatch(/Code scanning alerts[^]*Commit statuses[^]*Dependabot alerts/);
    for (const level of ["No access", "Read-only", "Read and write"]) {
      expect(text).toMatch(new RegExp(`>\\s*${level}\\s*</option>`));
    }
    expect(text).toMatch(/<option value="write"\s+selected/);
    const form = { name: "by hand", url: "https://example.com", "permissions[contents]": "write" };
    const made = await forge.page(apps, form);
    expect(made.headers.get("location")).toBe(`${apps}/by-hand`);
    const { json } = await forge.rest("GET", "/apps/by-hand");
    expect(json.permissions).toEqual({ contents: "write", metadata: "read" });
  });
});

test("a manual registration has its webhook ticked, and then requires the webhook's URL", async () => {
  const forge = await openForge();
  expect((await forge.page(`${apps}/new`)).text).toMatch(
    /name="webhook_active" value="true"\s+checked/,
  );
  const form = { name: "by hand", url: "https://example.com", webhook_active: "true" };
  const { status, text } = await forge.page(apps, form);
  expect(status).toBe(422);
  expect(text).toContain("webhook_url");
});

describe("the manifest conversion", () => {
  test("returns the key only once", async () => {
    const forge = await openForge();
    const { headers } = await forge.page(apps, {
      manifest: JSON.stringify(manifestOf()),
      name: "acme reader",
    });
    const code = new URL(headers.get("location") ?? "").searchParams.get("code");
    const convert = () => forge.rest("POST", `/app-manifests/${code}/conversions`, { token: null });
    const [first, second] = await Promise.all([convert(), convert()]);
    expect(new Set([first.status, second.status])).toEqual(new Set([201, 404]));
    const { json } = first.status === 201 ? first : second;
    expect(json.pem).toMatch(/^-----BEGIN RSA PRIVATE KEY-----\n/);
    expect(json.owner.login).toBe("acme");
    expect(json.webhook_secret).toBeNull();
    expect((await convert()).status).toBe(404);
  });

  test("expires after an hour", async () => {
    let now = new Date("2026-01-01T00:00:00Z");
    const forge = await openForge({ clock: () => now });
    const { headers } = await forge.page(apps, {
      manifest: JSON.stringify(manifestOf()),
      name: "a",
    });
    const code = new URL(headers.get("location") ?? "").searchParams.get("code");
    now = new Date("2026-01-01T01:00:01Z");
    const { status } = await forge.rest("POST", `/app-manifests/${code}/conversions`, {
      token: null,
    });
    expect(status).toBe(404);
  });

  test("has its own rate limit", async () => {
    const forge = await openForge();
    const { headers } = await forge.rest("POST", "/app-manifests/nothing/conversions", {
      token: null,
    });
    expect(headers.get("x-ratelimit-resource")).toBe("integration_manifest");
  });

  test("leaves only the public key in the forge", async () => {
    const forge = await openForge();
    const app = await createApp(forge);
    const { json } = await forge.control("GET", "apps");
    expect(json).toMatchObject([
      { slug: app.slug, clientId: app.clientId, owner: "acme", keys: 1 },
    ]);
    expect(JSON.stringify(json)).not.toContain("PRIVATE");
  });
});

test("an App can request events that its permissions cover", async () => {
  const forge = await openForge();
  const default_permissions = { contents: "read", pull_requests: "read" };
  const default_events = ["push", "issue_comment", "repository", "meta"];
  const { status } = await showManifest(forge, manifestOf({ default_permissions, default_events }));
  expect(status).toBe(200);
});
