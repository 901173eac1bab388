import { generateKeyPairSync, createPrivateKey } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Fault } from "../../../../emulator/emulator.ts";
import { createApp, installApp, openForge } from "../../../emulator/open-forge.ts";
import { claimKey } from "../../../keys/ready-keys.ts";
import { errorOf, runMint, tokenOf, type MintRun } from "../run-embedded.ts";

/** Creates a forge with an App on some of acme's repositories, and its mint script. */
async function openInstalled() {
  let aheadMs = 0;
  const forge = await openForge({ clock: () => new Date(Date.now() + aheadMs) });
  const { emulator } = forge;
  const permissions = { contents: "read", issues: "write" };
  const app = await createApp(forge, { default_permissions: permissions, public: true });
  const installation = await installApp(forge, app, ["acme/control", "acme/web"]);
  const ready = emulator.requests().length;
  return {
    ...forge,
    app,
    setAhead: (milliseconds: number) => void (aheadMs = milliseconds),
    asked: () =>
      emulator
        .requests()
        .slice(ready)
        .map(({ method, path, status }) => `${method} ${path} ${status}`),
    mint: (change: Partial<MintRun> = {}) => runMint({ api: emulator.apiUrl, app, ...change }),
    fail: (on: string, play: Fault["play"], times = 1) => emulator.setFaults([{ on, times, play }]),
    found: "GET /orgs/acme/installation 200",
    minted: `POST /app/installations/${installation}/access_tokens 201`,
  };
}

const onOrganization = "GET /orgs/*/installation";
const onMint = "POST /app/installations/*/access_tokens";
const atOnce = { "retry-after": "0" };

describe("a minted token", () => {
  test("is the first printed line, works, and has the scope printed on the next line", async () => {
    const { mint, rest, asked, found, minted } = await openInstalled();
    const ran = await mint({ repositories: "control" });
    expect(ran.code).toBe(0);
    expect(ran.lines.slice(1)).toEqual([
      expect.stringMatching(
        /^Minted a token of the App \d+ for acme\. It expires at 20[\d:TZ-]+\.$/,
      ),
      "Repositories: control. Permissions: contents: read, issues: write, metadata: read.",
    ]);
    expect(asked()).toEqual([found, minted]);
    const { json } = await rest("GET", "/installation/repositories", { token: tokenOf(ran) });
    expect(json.repositories.map((each: { name: string }) => each.name)).toEqual(["control"]);
  });

  test("covers all repositories of the installation if no repository is named", async () => {
    const { mint, rest } = await openInstalled();
    const ran = await mint();
    expect(ran.lines[2]).toContain("Repositories: all repositories of the installation.");
    const { json } = await rest("GET", "/installation/repositories", { token: tokenOf(ran) });
    expect(json.total_count).toBe(2);
  });

  test("belongs to a user's installation if the owner is not an organization", async () => {
    const { mint, app, page, rest, asked } = await openInstalled();
    const { id } = (await rest("GET", "/user")).json;
    const form = { target_id: String(id), install_target: "all" };
    expect((await page(`/apps/${app.slug}/installations`, form)).status).toBe(302);
    tokenOf(await mint({ owner: "mona" }));
    expect(asked().slice(-3)).toEqual([
      "GET /orgs/mona/installation 404",
      "GET /users/mona/installation 200",
      expect.stringMatching(/^POST .* 201$/),
    ]);
  });

  test("can be long and contain dots", async () => {
    const { mint, control } = await openInstalled();
    await control("PATCH", "world", { switches: { installationTokens: "long" } });
    expect(tokenOf(await mint())).toMatch(/^ghs_\d+_eyJ[\w-]+\.[\w-]+\.\w+$/);
  });
});

describe("an App key", () => {
  const pkcs8 = (pem: string) =>
    String(createPrivateKey(pem).export({ type: "pkcs8", format: "pem" }));

  test.each<[string, (pem: string) => string]>([
    ["in its original form", (pem) => pem],
    ["as PKCS#8", pkcs8],
    ["with escaped line breaks", (pem) => pem.replaceAll("\n", String.raw`\n`)],
    ["with escaped Windows line breaks", (pem) => pem.replaceAll("\n", String.raw`\r\n`)],
    ["with Windows line breaks", (pem) => pem.replaceAll("\n", "\r\n")],
    ["as one line with spaces", (pem) => pem.replaceAll("\n", " ")],
    ["as one line without spaces", (pem) => pem.replaceAll("\n", "")],
    ["in quotes", (pem) => `"${pem.trim().replaceAll("\n", String.raw`\n`)}"`],
    ["with indented lines", (pem) => pem.replaceAll(/^/gm, "    ")],
    ["in base64, completely", (pem) => Buffer.from(pem).toString("base64")],
    ["in base64, as PKCS#8", (pem) => Buffer.from(pkcs8(pem)).toString("base64")],
  ])("%s is accepted", async (_, disguise) => {
    const { mint, app } = await openInstalled();
    expect(tokenOf(await mint({ key: disguise(app.pem) }))).toMatch(/^ghs_/);
  });

  test.each([
    ["$(THE_KEY)", 'The variable THE_KEY is not set. Run "gatehouse secrets set THE_KEY"'],
    ["", "The variable THE_KEY is not set"],
  ])("is reported if it is not set, and no request is sent: %s", async (key, words) => {
    const { mint, asked } = await openInstalled();
    expect(errorOf(await mint({ key }))).toContain(words);
    expect(asked()).toEqual([]);
  });

  test("is rejected if it belongs to another App, and no further request is sent", async () => {
    const { mint, app, asked } = await openInstalled();
    const key = String(claimKey().export({ type: "pkcs1", format: "pem" }));
    expect(errorOf(await mint({ key }))).toContain(
      `rejects the key in THE_KEY for the App ${app.appId} (401). The key belongs to another App`,
    );
    expect(asked()).toEqual(["GET /orgs/acme/installation 401"]);
  });

  test("is reported if it is not an RSA key, and no request is sent", async () => {
    const { mint, asked } = await openInstalled();
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const key = String(privateKey.export({ type: "pkcs8", format: "pem" }));
    expect(errorOf(await mint({ key }))).toContain(
      "The variable THE_KEY contains an EC key, but an App key must be an RSA key.",
    );
    expect(asked()).toEqual([]);
  });
});

describe("the clock of the machine", () => {
  test.each([
    ["behind", 3_600_000],
    ["ahead of", -3_600_000],
  ])("is corrected once if it is %s the server's clock", async (side, aheadMs) => {
    const { mint, setAhead, asked, found, minted } = await openInstalled();
    setAhead(aheadMs);
    const ran = await mint();
    tokenOf(ran);
    expect(ran.lines[3]).toMatch(
      new RegExp(
        `^The clock of this machine is 3(600|599|601) seconds ${side} the server's clock\\.`,
      ),
    );
    expect(asked()).toEqual(["GET /orgs/acme/installation 401", found, minted]);
  });

  test("is not reported as the cause of a rejection after the correction", async () => {
    const { mint, setAhead, asked, fail, found } = await openInstalled();
    setAhead(3_600_000);
    fail(onMint, { kind: "status", status: 401 });
    expect(errorOf(await mint())).toContain("(401)");
    const refused = expect.stringMatching(/^POST .* 401$/);
    expect(asked()).toEqual(["GET /orgs/acme/installation 401", found, refused]);
  });

  test("is corrected only once if the key is wrong", async () => {
    const { mint, setAhead, asked } = await openInstalled();
    setAhead(3_600_000);
    const key = String(claimKey().export({ type: "pkcs1", format: "pem" }));
    expect(errorOf(await mint({ key }))).toContain("(401)");
    expect(asked()).toEqual(Array.from({ length: 2 }, () => "GET /orgs/acme/installation 401"));
  });
});

describe("minting fails with an explanation for", () => {
  test("an owner for whom the App is not installed", async () => {
    const { mint, asked, app } = await openInstalled();
    expect(errorOf(await mint({ owner: "globex" }))).toBe(
      `The App ${app.appId} is not installed on globex. Install it there, or correct the owner or the app-id.`,
    );
    expect(asked()).toEqual([
      "GET /orgs/globex/installation 404",
      "GET /users/globex/installation 404",
    ]);
  });

  test("repositories that the installation does not have", async () => {
    const { mint } = await openInstalled();
    expect(errorOf(await mint({ repositories: "control api" }))).toContain(
      "not on all of these repositories (422): control, api.",
    );
  });

  test("a rejection that contains logging commands", async () => {
    const { mint, fail } = await openInstalled();
    const message = "no\r\n##vso[task.setvariable variable=PATH]/tmp\n##[error] 100%0A";
    fail(onMint, { kind: "status", status: 403, message });
    expect(errorOf(await mint())).toMatch(
      /\(403\): "no #vso\[task.setvariable variable=PATH\]\/tmp #\[error\] 100%AZP250A"\.$/,
    );
  });

  test("a rejection that repeats the request's credentials", async () => {
    const { app, mint, fail } = await openInstalled();
    fail(onMint, { kind: "status", status: 403, message: `no ${app.jwt()} here` });
    expect(errorOf(await mint())).toContain('(403): "no [...] here".');
  });

  test("a response from another server", async () => {
    const { mint, fail } = await openInstalled();
    for (const [status, text] of [
      [200, ""],
      [200, "<html>"],
      [404, "<html>"],
      [401, "<html>"],
      [200, "[]"],
    ] as const) {
      fail(onOrganization, { kind: "body", status, text, type: "text/html" });
      expect(errorOf(await mint())).toContain(`(${status}) is not from a GitHub API.`);
    }
  });

  test("an installation without an id", async () => {
    const { mint, fail } = await openInstalled();
    for (const text of ["{}", '{"id":"7/../.."}', '{"id":9007199254740993}']) {
      fail(onOrganization, { kind: "body", text, type: "application/json" });
      expect(errorOf(await mint())).toMatch(
        /^The response from http\S+ contains no installation ID\.$/,
      );
    }
  });
});

describe("an invalid token is not used and not printed:", () => {
  test.each([
    ["a token with a line break", "ghs_0123456789abcdef\n##vso[task.setvariable variable=PATH]x"],
    ["a token with a line break at its end", "ghs_0123456789abcdefghij\n"],
    ["a token with a logging command", "ghs_0123456789##vso[task.setvariable variable=PATH]x"],
    ["a token with a logging command in the short form", "ghs_0123456789##[command]whoami"],
    ["a token with a space", "ghs_0123456789 abcdefghij"],
    ["a token with an escaped line break", "ghs_0123456789%0Aabcdefghij"],
    ["a macro", "$(FORGE_APP_PRIVATE_KEY)"],
    ["a token that is too short", "ghs_01234567"],
    ["a token that is too long", "x".repeat(5000)],
    ["a number instead of a token", 1_234_567_890_123_456],
  ])("%s", async (_, token) => {
    const { mint, fail } = await openInstalled();
    const text = JSON.stringify({ token, expires_at: "2030-01-01T00:00:00Z" });
    fail(onMint, { kind: "body", status: 201, text, type: "application/json" });
    const message = errorOf(await mint());
    expect(message).toMatch(/^The response from http\S+ contains no valid token\.$/);
  });

  test("a missing token", async () => {
    const { mint, fail } = await openInstalled();
    fail(onMint, { kind: "body", status: 201, text: "{}", type: "application/json" });
    expect(errorOf(await mint())).toMatch(/^The response from http\S+ contains no valid token\.$/);
  });
});

describe("a request to a failing forge is repeated", () => {
  test.each(["GET /orgs/*/installation", onMint])("for %s", async (on) => {
    const { mint, fail } = await openInstalled();
    fail(on, { kind: "status", status: 500, headers: atOnce }, 2);
    expect(tokenOf(await mint())).toMatch(/^ghs_/);
  });

  test("at most three times", async () => {
    const { mint, fail, asked } = await openInstalled();
    fail(onOrganization, { kind: "status", status: 502, headers: atOnce }, 0);
    expect(errorOf(await mint())).toContain("failed (502), even on the last retry.");
    expect(asked()).toHaveLength(3);
  });

  test("if the forge closed the connection", async () => {
    const { mint, fail } = await openInstalled();
    fail(onMint, { kind: "cut", when: "before" });
    expect(tokenOf(await mint())).toMatch(/^ghs_/);
  });

  test("after too many requests", async () => {
    const { mint, fail } = await openInstalled();
    for (const status of [403, 429]) {
      fail(onMint, { kind: "status", status, headers: atOnce });
      expect(tokenOf(await mint())).toMatch(/^ghs_/);
    }
  });

  test("but not if the rate limit is reset in an hour", async () => {
    const { mint, fail, asked } = await openInstalled();
    fail(onMint, { kind: "rate-limited" }, 0);
    expect(errorOf(await mint())).toMatch(
      /^Rate limit of http\S+ exceeded \(403\)\. Try again after 20\S+Z\.$/,
    );
    expect(asked()).toHaveLength(2);
  });

  test("but not if the forge refused the request", async () => {
    const { mint, fail, asked } = await openInstalled();
    fail(
      onMint,
      { kind: "status", status: 403, message: "This installation has been suspended" },
      0,
    );
    expect(errorOf(await mint())).toContain('(403): "This installation has been suspended".');
    expect(asked()).toHaveLength(2);
  });
});
