import { describe, expect, test } from "vitest";
import { createApp, installApp, mintToken, openForge } from "../../../emulator/open-forge.ts";
import { openServer } from "../../../forge/forge-bench.ts";
import { runRevoke } from "../run-embedded.ts";

async function openMinted() {
  const forge = await openForge();
  const app = await createApp(forge);
  const installation = await installApp(forge, app, ["acme/control"]);
  const token: string = (await mintToken(forge, { app, installation })).json.token;
  const isAlive = async () =>
    (await forge.rest("GET", "/installation/repositories", { token })).status === 200;
  const ended = "DELETE /installation/token";
  const asked = () =>
    forge.emulator.requests().filter(({ method, path }) => `${method} ${path}` === ended).length;
  return { ...forge, token, isAlive, asked, ended, api: forge.emulator.apiUrl };
}

const cleared = "##vso[task.setvariable variable=THE_TOKEN;issecret=true]";

describe("a revocation", () => {
  test("revokes the token, and reports it", async () => {
    const { token, api, isAlive } = await openMinted();
    expect(await isAlive()).toBe(true);
    expect(await runRevoke(token, { api })).toEqual(["The token was revoked."]);
    expect(await isAlive()).toBe(false);
  });

  test("of an invalid token is reported without a warning", async () => {
    const { token, api, asked } = await openMinted();
    await runRevoke(token, { api });
    expect(await runRevoke(token, { api })).toEqual(["The token was already invalid."]);
    expect(asked()).toBe(2);
  });

  test("clears a variable, whatever the result", async () => {
    const { token, api, emulator, ended } = await openMinted();
    const args = ["--clear", "THE_TOKEN"];
    expect(await runRevoke(token, { api, args })).toEqual(["The token was revoked.", cleared]);
    expect((await runRevoke("", { api, args })).at(-1)).toBe(cleared);
    emulator.setFaults([{ on: ended, play: { kind: "not-found" } }]);
    expect((await runRevoke(token, { api, args })).at(-1)).toBe(cleared);
  });

  test.each(["$(FORGE_APP_TOKEN)", "", " "])(
    "without a token sends no request: '%s'",
    async (token) => {
      const { api, asked } = await openMinted();
      const text = await runRevoke(token, { api });
      expect(text).toEqual(["No token was minted in this job, so there is nothing to revoke."]);
      expect(asked()).toBe(0);
    },
  );

  test("is repeated if the forge fails or closes the connection", async () => {
    const { token, api, emulator, ended, isAlive } = await openMinted();
    const headers = { "retry-after": "0" };
    emulator.setFaults([
      { on: ended, play: { kind: "status", status: 503, headers } },
      { on: ended, after: 1, play: { kind: "cut", when: "before" } },
    ]);
    expect(await runRevoke(token, { api })).toEqual(["The token was revoked."]);
    expect(await isAlive()).toBe(false);
  });
});

describe("a failed revocation is a warning and not a failure, after", () => {
  const warned =
    /^##vso\[task\.logissue type=warning\]The token was not revoked and stays valid until it expires: /;

  test.each([
    [404, {}, "refused to revoke the token (404)"],
    [403, {}, "refused to revoke the token (403)"],
    [500, { "retry-after": "0" }, "failed (500)"],
    [301, { location: "http://127.0.0.1:9/" }, "redirects to another address (301)"],
  ])("status %i", async (status, headers, words) => {
    const { origin: api, heard } = await openServer((_, response) => {
      response.writeHead(status, headers).end('{"message":"##vso[x]no"}');
    });
    const [line, ...more] = await runRevoke("ghs_0123456789abcdefghij", { api });
    expect(line).toMatch(warned);
    expect(line).toContain(words);
    expect(line?.slice(2)).not.toContain("##");
    expect(more).toEqual([]);
    expect(heard).toHaveLength(status === 500 ? 3 : 1);
  });

  test.each([
    [["--unknown"], "Internal error of this step (TypeError)."],
    [["--clear", "a]b"], "The value of --clear is invalid"],
    [["--api-url", "http://forge.example"], "The api-url is not the https:// address of an API."],
  ])("the invalid arguments %j", async (args, words) => {
    const { origin: api, heard } = await openServer((_, response) => response.end());
    const [line] = await runRevoke("ghs_0123456789abcdefghij", { api, args });
    expect(line).toMatch(warned);
    expect(line).toContain(words);
    expect(heard).toEqual([]);
  });

  test("an invalid token", async () => {
    const { origin: api, heard } = await openServer((_, response) => response.end());
    const [line] = await runRevoke("ghs_0123456789\r\nabcdefghij", { api });
    expect(line).toMatch(warned);
    expect(heard).toEqual([]);
  });
});
