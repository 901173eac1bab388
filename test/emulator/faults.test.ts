import { describe, expect, test } from "vitest";
import { createApp, manifestOf, openForge, type OpenForge } from "./open-forge.ts";

const user = { on: "GET /user" };
const statuses = async (forge: OpenForge, count: number) => {
  const seen: number[] = [];
  for (let each = 0; each < count; each += 1) seen.push((await forge.rest("GET", "/user")).status);
  return seen;
};

describe("a fault", () => {
  test("happens once by default", async () => {
    const forge = await openForge();
    forge.emulator.setFaults([{ ...user, play: { kind: "status", status: 502 } }]);
    expect(await statuses(forge, 3)).toEqual([502, 200, 200]);
  });

  test("can begin after some requests, and happen several times or always", async () => {
    const forge = await openForge();
    forge.emulator.setFaults([{ ...user, after: 1, times: 2, play: { kind: "not-found" } }]);
    expect(await statuses(forge, 4)).toEqual([200, 404, 404, 200]);
    forge.emulator.setFaults([{ ...user, times: 0, play: { kind: "not-found" } }]);
    expect(await statuses(forge, 3)).toEqual([404, 404, 404]);
  });

  test("is matched by a pattern: * is one path segment, ** any number", async () => {
    const forge = await openForge();
    const play = { kind: "status", status: 500 } as const;
    const status = async (path: string) => (await forge.rest("GET", path)).status;
    forge.emulator.setFaults([{ on: "GET /repos/*/web", times: 0, play }]);
    expect([await status("/repos/acme/web"), await status("/repos/acme/api")]).toEqual([500, 200]);
    forge.emulator.setFaults([{ on: "* /repos/**", times: 0, play }]);
    expect([await status("/repos/acme/api/actions/runs"), await status("/user")]).toEqual([
      500, 200,
    ]);
  });

  test("is set over HTTP, and refused if it is invalid", async () => {
    const forge = await openForge();
    const set = (faults: unknown) => forge.control("PUT", "faults", faults);
    expect((await set([{ ...user, play: { kind: "not-found" } }])).status).toBe(204);
    expect(await statuses(forge, 2)).toEqual([404, 200]);
    expect((await set([{ on: "GET /user", play: { kind: "explode" } }])).status).toBe(422);
    expect((await set("x")).status).toBe(422);
  });
});

describe("kinds of faults", () => {
  test.each([
    ["key-not-ready", 401, "Integration must generate a public key"],
    ["code-expired", 404, "Not Found"],
    ["sso", 403, "SAML"],
    ["approval-pending", 403, "personal access token"],
    ["rate-limited", 403, "API rate limit exceeded"],
    ["secondary-limit", 403, "secondary rate limit"],
    ["signed-out", 401, "Requires authentication"],
  ] as const)("%s", async (kind, status, words) => {
    const forge = await openForge();
    forge.emulator.setFaults([{ ...user, play: { kind } }]);
    const answer = await forge.rest("GET", "/user");
    expect(answer.status).toBe(status);
    expect(answer.json.message).toContain(words);
  });

  test("a body is replaced by a broken body, or by that of another server", async () => {
    const forge = await openForge();
    const play = { kind: "body", text: '{"login": "mo' } as const;
    forge.emulator.setFaults([{ ...user, play }]);
    const reading = fetch(`${forge.emulator.apiUrl}/user`, {
      headers: { authorization: `Bearer ${forge.emulator.userToken.reveal()}` },
    });
    const answer = await reading;
    expect([answer.status, await answer.text()]).toEqual([200, play.text]);
    const page = { ...play, status: 502, type: "text/html" };
    await forge.control("PUT", "faults", [{ ...user, play: page }]);
    expect(await forge.rest("GET", "/user")).toMatchObject({ status: 502, text: play.text });
  });

  test("single sign-on returns the authorization page", async () => {
    const forge = await openForge();
    forge.emulator.setFaults([{ ...user, play: { kind: "sso" } }]);
    const { headers } = await forge.rest("GET", "/user");
    expect(headers.get("x-github-sso")).toMatch(/^required; url=http:\/\/127\.0\.0\.1/);
  });

  test("limits return the time of the next attempt", async () => {
    const forge = await openForge();
    forge.emulator.setFaults([{ ...user, play: { kind: "secondary-limit" } }]);
    expect((await forge.rest("GET", "/user")).headers.get("retry-after")).toBe("60");
    forge.emulator.setFaults([{ ...user, play: { kind: "rate-limited" } }]);
    expect((await forge.rest("GET", "/user")).headers.get("x-ratelimit-remaining")).toBe("0");
  });

  test("a connection is cut before or after the work is done", async () => {
    const forge = await openForge();
    const path = "/repos/acme/control/actions/variables";
    const add = (name: string) => forge.rest("POST", path, { body: { name, value: "1" } });
    const on = "POST /repos/*/*/actions/variables";
    forge.emulator.setFaults([{ on, play: { kind: "cut", when: "before" } }]);
    await expect(add("BEFORE")).rejects.toThrow("fetch failed");
    forge.emulator.setFaults([{ on, play: { kind: "cut", when: "after" } }]);
    await expect(add("AFTER")).rejects.toThrow("fetch failed");
    const { json } = await forge.rest("GET", path);
    expect(json.variables.map((each: { name: string }) => each.name)).toEqual(["AFTER"]);
    expect(forge.emulator.requests().filter(({ status }) => status === 0)).toHaveLength(2);
  });

  test("latency delays a response, and the forge still closes at once", async () => {
    const forge = await openForge();
    forge.emulator.setFaults([{ ...user, play: { kind: "latency", ms: 3_600_000 } }]);
    const slow = forge.rest("GET", "/user").catch((error: Error) => error.message);
    await expect.poll(() => forge.rest("GET", "/orgs/acme").then(({ status }) => status)).toBe(200);
    await forge.emulator.close();
    expect(await slow).toBe("fetch failed");
  });
});

describe("faults on pages", () => {
  const apps = "/organizations/acme/settings/apps";

  test("a signed-out browser loses the form that it sent", async () => {
    const forge = await openForge();
    forge.emulator.setFaults([{ on: `POST ${apps}/new`, play: { kind: "signed-out" } }]);
    const form = { manifest: JSON.stringify(manifestOf()) };
    const sent = await forge.page(`${apps}/new?state=s`, form);
    const login = sent.headers.get("location") ?? "";
    const { text } = await forge.page(login);
    expect(text).toContain('data-form="sign-in"');
    const back = new URL(login, "http://x").searchParams.get("return_to") ?? "";
    const signedIn = await forge.page("/session", { login: "mona", return_to: back });
    expect(signedIn.headers.get("location")).toBe(`${apps}/new?state=s`);
    expect((await forge.page(`${apps}/new?state=s`)).text).not.toContain("acme reader");
    expect((await forge.page(`${apps}/new?state=s`, form)).text).toContain("acme reader");
  });

  test("a return address on another origin is ignored", async () => {
    const forge = await openForge();
    const { headers } = await forge.page("/session", {
      login: "mona",
      return_to: "//evil.example",
    });
    expect(headers.get("location")).toBe("/");
  });

  test("an App name is reported as in use", async () => {
    const forge = await openForge();
    forge.emulator.setFaults([{ on: `POST ${apps}`, play: { kind: "name-taken" } }]);
    const form = { manifest: JSON.stringify(manifestOf()), name: "acme reader" };
    expect((await forge.page(apps, form)).text).toContain("Name is already taken");
    expect((await forge.page(apps, form)).status).toBe(302);
  });

  test("an installation waits for approval, even an owner's", async () => {
    const forge = await openForge();
    const app = await createApp(forge);
    const path = `/apps/${app.slug}/installations`;
    forge.emulator.setFaults([{ on: `POST ${path}`, play: { kind: "approval-pending" } }]);
    const form = { target_id: String(app.ownerId), install_target: "all" };
    expect((await forge.page(path, form)).text).toContain(
      "An owner of acme must approve the installation",
    );
    expect((await forge.page(path, form)).status).toBe(302);
  });

  test("a page is missing on the first request", async () => {
    const forge = await openForge();
    const app = await createApp(forge);
    forge.emulator.setFaults([
      { on: "GET /apps/*/installations/new", play: { kind: "not-found" } },
    ]);
    const path = `/apps/${app.slug}/installations/new`;
    expect([(await forge.page(path)).status, (await forge.page(path)).status]).toEqual([404, 200]);
  });
});
