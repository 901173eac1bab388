import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { createForgeClient } from "../../src/forge/client.ts";
import {
  ForgeUnreachable,
  RateLimited,
  RefusedByForge,
  SingleSignOnRequired,
} from "../../src/forge/forge-errors.ts";
import { resolveHost } from "../../src/forge/host-profile.ts";
import type { UserError } from "../../src/shared/errors.ts";
import { Secret } from "../../src/shared/secret.ts";
import type { Play } from "../../emulator/http/faults.ts";
import { failureOf, openBench, openOddForge, send } from "./forge-bench.ts";

const control = "/repos/acme/control";

describe("a response that was read before", () => {
  test("is requested with its ETag and costs nothing if it is unchanged", async () => {
    const { client, emulator } = await openBench();
    const first = await client.request("GET", control);
    const again = await client.request("GET", control);
    expect(again.body).toEqual(first.body);
    expect(emulator.requests().map(({ status }) => status)).toEqual([200, 304]);
  });

  test("is read again if it changed", async () => {
    const { client } = await openBench();
    const list = `${control}/actions/variables`;
    await client.request("GET", list);
    await client.request("POST", list, { body: { name: "CP_X", value: "1" } });
    const { body } = await client.request("GET", list);
    expect(body).toMatchObject({ total_count: 1 });
  });

  test("is reused only for the token that read it", async () => {
    const { client, clientOf, emulator } = await openBench();
    await client.request("GET", control);
    await clientOf().request("GET", control);
    expect(emulator.requests().map(({ status }) => status)).toEqual([200, 200]);
  });
});

describe("an unreliable forge", () => {
  test.each<[string, Play]>([
    ["answers 502", { kind: "status", status: 502 }],
    ["cuts the connection", { kind: "cut", when: "before" }],
  ])("that %s twice is read a third time", async (_what, play) => {
    const { client, emulator } = await openBench();
    emulator.setFaults([{ on: `GET ${control}`, times: 2, play }]);
    expect((await client.request("GET", control)).status).toBe(200);
  });

  test.each<[string, Play]>([
    ["503", { kind: "status", status: 503 }],
    ["a cut connection", { kind: "cut", when: "after" }],
  ])("receives a write only once, whatever the result: %s", async (_what, play) => {
    const { client, emulator } = await openBench();
    const path = `${control}/actions/variables`;
    emulator.setFaults([{ on: `POST ${path}`, times: 0, play }]);
    const write = client.request("POST", path, { body: { name: "CP_X", value: "1" } });
    expect(await failureOf(write)).toBeInstanceOf(ForgeUnreachable);
    expect(emulator.requests().filter(({ method }) => method === "POST")).toHaveLength(1);
  });

  test("that keeps failing is reported as unreachable, with the request and without its query", async () => {
    const { client, emulator } = await openBench();
    emulator.setFaults([{ on: "GET /**", times: 0, play: { kind: "status", status: 502 } }]);
    const failure = await failureOf(client.request("GET", `${control}?code=abc`));
    expect(failure).toBeInstanceOf(ForgeUnreachable);
    expect(failure.message).toBe(
      "GET /repos/acme/control failed: 502 The embedded forge returned 502.",
    );
  });

  test("that does not exist is reported as unreachable", async () => {
    const { clientOf, profile } = await openBench();
    const nowhere = { ...profile, apiUrl: "http://127.0.0.1:1/api/v3" };
    const failure = await failureOf(clientOf({ profile: nowhere }).request("POST", "/x"));
    expect(failure).toBeInstanceOf(ForgeUnreachable);
    expect(failure.message).toMatch(/^POST \/x failed: \w/);
  });
});

test("an embedded forge that does not run is unreachable until it is started", async () => {
  const profile = resolveHost("http://127.0.0.1:1");
  const client = createForgeClient({ profile, send });
  expect(await failureOf(client.request("POST", "/x"))).toMatchObject({
    hints: [{ command: "gatehouse emulator --port 1" }],
  });
});

test("a host with several addresses is unreachable, with the reason for each address", async () => {
  const causes = ["connect ECONNREFUSED ::1:1", "connect ECONNREFUSED 127.0.0.1:1"];
  const client = createForgeClient({
    profile: resolveHost("forge.example"),
    send: () => Promise.reject(new AggregateError(causes.map((words) => new Error(words)))),
  });
  const failure = await failureOf(client.request("POST", "/user"));
  expect(failure.message).toContain(causes.join("; "));
});

describe("an invalid response", () => {
  test.each([
    [
      "a sign-in page of a proxy",
      "text/html",
      "<!doctype html>",
      "received a web page instead of JSON;",
    ],
    ["JSON that is cut short", "application/json", '{"pem":"-----BEG', "is not valid JSON"],
  ])("%s counts as unreachable, not as a bug", async (_what, type, text, reason) => {
    const { client } = await openOddForge((_request, response) =>
      response.writeHead(200, { "content-type": type }).end(text),
    );
    const failure = await failureOf(client.request("POST", "/app-manifests/c/conversions"));
    expect(failure).toBeInstanceOf(ForgeUnreachable);
    expect(failure.message).toContain(reason);
    expect(inspect(failure)).not.toContain("-----BEG");
  });

  test("a body that breaks off is requested again, and then counts as unreachable", async () => {
    const { client, asked } = await openOddForge((_request, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "99" });
      response.write("{", () => response.destroy());
    });
    expect(await failureOf(client.request("GET", "/user"))).toBeInstanceOf(ForgeUnreachable);
    expect(asked()).toHaveLength(3);
  });

  test("a plain text is a valid response, because logs have this form", async () => {
    const { client } = await openOddForge((_request, response) =>
      response.writeHead(200, { "content-type": "text/plain" }).end("line"),
    );
    expect((await client.request("GET", "/logs")).body).toBe("line");
  });
});

describe("stopping", () => {
  test("stops a hanging request with the signal's own reason", async () => {
    const stop = new AbortController();
    const reason = new Error("the person stopped");
    const { client } = await openOddForge(() => stop.abort(reason));
    const request = client.request("GET", "/user", { signal: stop.signal });
    expect(await failureOf(request)).toBe(reason);
  });

  test("stops a pause between two attempts", async () => {
    const stop = new AbortController();
    const reason = new Error("the person stopped");
    const { client, asked } = await openOddForge((_request, response) => {
      response.on("close", () => stop.abort(reason));
      response.writeHead(500).end();
    });
    const request = client.request("GET", "/user", { signal: stop.signal });
    expect(await failureOf(request)).toBe(reason);
    expect(asked()).toHaveLength(1);
  });
});

describe("a rejection", () => {
  const playing = async (play: Play, accept: number[] = []) => {
    const { client, emulator } = await openBench();
    emulator.setFaults([{ on: `GET ${control}`, times: 0, play }]);
    return (await failureOf(client.request("GET", control, { accept }))) as UserError;
  };

  test("for single sign-on has the link to authorize it", async () => {
    const failure = await playing({ kind: "sso" });
    expect(failure).toBeInstanceOf(SingleSignOnRequired);
    expect(failure.hints[0]?.link).toMatch(
      /^http:\/\/127\.0\.0\.1:\d+\/orgs\/acme\/sso\?request=1$/,
    );
  });

  test("for an exhausted rate limit contains the reset time", async () => {
    const failure = (await playing({ kind: "rate-limited" })) as RateLimited;
    expect(failure).toBeInstanceOf(RateLimited);
    const minutes = ((failure.resetsAt?.getTime() ?? 0) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(58);
    expect(minutes).toBeLessThan(61);
    expect(failure.hints[0]?.text).toContain(`until ${failure.resetsAt?.toISOString()}`);
  });

  test("is recognized as a secondary limit by its text if nothing else shows it", async () => {
    const { client } = await openOddForge((_, response) => {
      const headers = { "content-type": "application/json", "x-ratelimit-remaining": "4000" };
      response.writeHead(403, headers);
      response.end('{"message":"You have exceeded a secondary rate limit."}');
    });
    const failure = await failureOf(client.request("GET", "/user", { accept: [403] }));
    expect(failure).toBeInstanceOf(RateLimited);
  });

  test("for too many requests counts the wait from the response", async () => {
    const failure = (await playing({ kind: "secondary-limit" })) as RateLimited;
    expect(failure).toBeInstanceOf(RateLimited);
    const seconds = ((failure.resetsAt?.getTime() ?? 0) - Date.now()) / 1000;
    expect(seconds).toBeGreaterThan(50);
    expect(seconds).toBeLessThan(62);
  });

  test("with 429 is a limit even if no header shows it", async () => {
    const failure = await playing({ kind: "status", status: 429 });
    expect(failure).toBeInstanceOf(RateLimited);
    expect(failure.hints[0]?.text).toContain(
      "Wait for at least a minute, then run the same command again",
    );
  });

  test.each<Play["kind"]>(["sso", "rate-limited", "secondary-limit"])(
    "that is unrelated to the request is never accepted as a response: %s",
    async (kind) => {
      expect(await playing({ kind } as Play, [403, 404])).toBeInstanceOf(RefusedByForge);
    },
  );

  test("with 404 is accepted by its status alone, except for single sign-on", async () => {
    let header = {};
    const { client } = await openOddForge((_, response) => {
      response.writeHead(404, { "content-type": "application/json", ...header });
      response.end('{"message":"Not Found"}');
    });
    const read = () => client.request("GET", control, { accept: [404] });
    expect(await read()).toMatchObject({ status: 404, body: undefined });
    header = { [client.profile.brand.singleSignOnHeader]: "required" };
    expect(await failureOf(read())).toBeInstanceOf(SingleSignOnRequired);
  });

  test("that the caller expects is returned as a response", async () => {
    const { client } = await openBench();
    const { status } = await client.request("GET", "/repos/acme/none", { accept: [404] });
    expect(status).toBe(404);
  });

  test("names the request, the status and the forge's message", async () => {
    const { client } = await openBench();
    const failure = await failureOf(client.request("GET", "/repos/acme/none?page=2"));
    expect(failure).toBeInstanceOf(RefusedByForge);
    expect(failure.message).toBe("The API rejected GET /repos/acme/none: 404 Not Found");
  });
});

test.each<Play>([
  { kind: "sso" },
  { kind: "rate-limited" },
  { kind: "cut", when: "before" },
  { kind: "status", status: 500, message: "no TOKEN" },
  { kind: "status", status: 403, message: "no TOKEN" },
])("no error shows the token: %o", async (play) => {
  const { clientOf, emulator } = await openBench();
  const token = new Secret(`gho_${"a1B2".repeat(9)}`);
  const message = `no ${token.reveal()}`;
  const shown = play.kind === "status" ? { ...play, message } : play;
  emulator.setFaults([{ on: "PUT /**", times: 0, play: shown }]);
  const failure = await failureOf(clientOf({ token }).request("PUT", control, { body: {} }));
  expect(inspect(failure, { depth: 9, showHidden: true })).not.toContain("a1B2");
});
