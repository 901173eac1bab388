import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { mintScript, revokeScript } from "../../../../src/compiler/scripts/embedded-scripts.ts";
import { openServer, type Heard } from "../../../forge/forge-bench.ts";
import { claimKey } from "../../../keys/ready-keys.ts";
import { errorOf, runEmbedded, runMint, tokenOf } from "../run-embedded.ts";

/** Short enough to be an ordinary word of a sentence. */
const token = "ghs_0123456789abcdefghij";
const pem = String(claimKey().export({ type: "pkcs1", format: "pem" }));

const answer = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

/**
 * Starts a server that mints for every caller, unless a test's handler answers first.
 * @param odd returns whether it has answered
 */
async function openOdd(odd: (heard: Heard, response: ServerResponse, count: number) => boolean) {
  let count = 0;
  const server = await openServer((heard, response) => {
    count += 1;
    if (odd(heard, response, count)) return;
    if (heard.method === "GET") answer(response, 200, { id: 7 });
    else answer(response, 201, { token, expires_at: "2030-01-01T00:00:00Z" });
  });
  const asked = () => server.heard.map(({ method, path }) => `${method} ${path}`);
  const mint = (path = "/api/v3") =>
    runMint({ api: `${server.origin}${path}`, app: { appId: 12, pem } });
  return { ...server, asked, mint };
}

const isMint = ({ method }: Heard) => method === "POST";

test("minting sends an ordinary server two requests, with a short-lived JWT", async () => {
  const { mint, heard, asked } = await openOdd(() => false);
  expect(tokenOf(await mint("/api/v3/"))).toBe(token);
  expect(asked()).toEqual([
    "GET /api/v3/orgs/acme/installation",
    "POST /api/v3/app/installations/7/access_tokens",
  ]);
  expect(heard[0]?.headers).toMatchObject({
    "user-agent": "gatehouse",
    accept: "application/json",
  });
  const [, claims = ""] = heard[0]?.headers.authorization?.split(".") ?? [];
  const { iat, exp, iss } = JSON.parse(Buffer.from(claims, "base64url").toString("utf8"));
  expect([exp - iat, iss]).toEqual([600, "12"]);
});

test.each([301, 302, 303, 307, 308])(
  "a redirect (%i) is reported and not followed",
  async (status) => {
    const elsewhere = await openOdd(() => false);
    for (const from of ["GET", "POST"]) {
      const { mint, asked } = await openOdd(({ method }, response) => {
        if (method === from)
          response.writeHead(status, { location: `${elsewhere.origin}/x` }).end();
        return method === from;
      });
      expect(errorOf(await mint())).toContain(
        `redirects to another address (${status}). Redirects are not followed`,
      );
      expect(asked()).toHaveLength(from === "GET" ? 1 : 2);
    }
    expect(elsewhere.asked()).toEqual([]);
  },
);

describe("a response", () => {
  test("is not read completely if it is too large", async () => {
    let sent = 0;
    const { mint, asked } = await openOdd((heard, response) => {
      if (!isMint(heard)) return false;
      response.writeHead(201);
      const send = () => {
        while (!response.destroyed && response.write("x".repeat(65_536))) sent += 1;
      };
      response.on("drain", send);
      send();
      return true;
    });
    expect(errorOf(await mint())).toMatch(/^The response from http\S+ is too large\.$/);
    expect(asked()).toHaveLength(2);
    expect(sent).toBeLessThan(1000);
  });

  test("is requested again if it is cut off, or if the connection is reset", async () => {
    const { mint, asked } = await openOdd((heard, response, count) => {
      if (!isMint(heard) || count > 3) return false;
      if (count === 2) response.socket?.resetAndDestroy();
      else
        response
          .writeHead(201, { "content-length": "99" })
          .write('{"tok', () => response.socket?.resetAndDestroy());
      return true;
    });
    expect(tokenOf(await mint())).toBe(token);
    expect(asked()).toHaveLength(4);
  });

  test("that switches to another protocol is an error", async () => {
    const { mint } = await openOdd((_, response) => {
      response.socket?.end(
        "HTTP/1.1 101 X\r\nConnection: Upgrade\r\nUpgrade: x\r\nRetry-After: 0\r\n\r\n",
      );
      return true;
    });
    expect(errorOf(await mint())).toMatch(
      /^Could not reach http\S+ \(the server uses another protocol\)\.$/,
    );
  });

  test.each(["nonsense", "Thu, 01 Jan 1970 00:00:00 GMT", "Sat, 31 Dec 275759 00:00:00 GMT"])(
    "with the Date %s does not cause a retry with a corrected clock",
    async (date) => {
      const { mint, asked } = await openOdd((_, response) => {
        response.setHeader("date", date);
        answer(response, 401, { message: "no" });
        return true;
      });
      expect(errorOf(await mint())).toContain("(401)");
      expect(asked()).toHaveLength(1);
    },
  );

  test("is printed without the credentials that it repeats", async () => {
    const { mint } = await openOdd((heard, response) => {
      if (!isMint(heard)) return false;
      const odd = `x ${token} ${heard.headers.authorization}\n##vso[a.b]`;
      const repositories = [{ name: odd }, { name: 5 }, 6];
      answer(response, 201, { token, expires_at: odd, repositories, permissions: { [odd]: odd } });
      return true;
    });
    const ran = await mint();
    expect(tokenOf(ran)).toBe(token);
    expect(ran.lines).toHaveLength(3);
    expect(ran.lines.slice(1).join()).not.toContain("##");
  });
});

test("Node's debug output about requests is suppressed", async () => {
  const { origin } = await openOdd(() => false);
  const env = { APP_KEY: pem, APP_TOKEN: token, NODE_DEBUG: "http,https,net,tls,stream" };
  const args = ["--api-url", origin];
  const wanted = ["--app-id", "12", "--owner", "acme", "--output-var", "X"];
  for (const [script, more] of [
    [mintScript, wanted],
    [revokeScript, []],
  ] as const) {
    const { code, err } = await runEmbedded(script, [...args, ...more], { env });
    expect(code).toBe(0);
    expect(err).not.toMatch(/Bearer|eyJ|ghs_/i);
  }
});

test("an invalid API URL gets no request and is not printed", async () => {
  for (const api of [
    "http://forge.example",
    "https://mona:hunter2@forge.example",
    "https://forge.example?x=hunter2",
    "https://forge.example#hunter2",
    "ftp://127.0.0.1",
    "hunter2",
  ]) {
    const text = errorOf(await runMint({ api, app: { appId: 12, pem } }));
    expect(text).toBe("The api-url is not the https:// address of an API.");
  }
});

test("a name that would change the path or inject a command is rejected", async () => {
  const { origin: api, asked } = await openOdd(() => false);
  for (const name of ["..", "../x", "a/b", "a;issecret=false", "a b\n", "-x"]) {
    const text = errorOf(await runMint({ api, app: { appId: 12, pem }, owner: name }));
    expect(text).toMatch(
      /^(The value of --owner is invalid: use letters, digits, "-", "_" and "\."\.|Option '--owner' argument is ambiguous)/,
    );
  }
  expect(asked()).toEqual([]);
});
