import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { ForgeUnreachable, RefusedByForge } from "../../../src/forge/forge-errors.ts";
import { pause } from "../../../src/forge/pause.ts";
import { CodeRefused, NoKeySent, convertCode } from "../../../src/plane/setup/convert-code.ts";
import type { Play } from "../../../emulator/http/faults.ts";
import { claimKey } from "../../keys/ready-keys.ts";
import { manifestOf } from "../../emulator/open-forge.ts";
import { failureOf, openBench, openOddForge, send, answerOf } from "../../forge/forge-bench.ts";
import type { SendOnce } from "../../../src/forge/one-request.ts";

const { signal } = new AbortController();
const appsLink = "https://forge.example/organizations/acme/settings/apps";
const on = "POST /app-manifests/*/conversions";

/** Creates a forge that has just sent the browser back with a code. */
async function openRegistered(clock?: () => Date) {
  const bench = await openBench(clock && { clock });
  const { headers } = await bench.page("/organizations/acme/settings/apps", {
    manifest: JSON.stringify(manifestOf()),
    name: "acme reader",
    state: "s",
  });
  const code = new URL(headers.get("location") ?? "").searchParams.get("code") ?? "";
  const convert = (change: { code?: string; signal?: AbortSignal } = {}) =>
    convertCode(change.code ?? code, {
      profile: bench.profile,
      send,
      appsLink,
      pause,
      signal: change.signal ?? signal,
    });
  const attempts = () =>
    bench.emulator.requests().filter(({ path }) => path.endsWith("/conversions")).length;
  return { ...bench, code, convert, attempts };
}

describe("a manifest code", () => {
  test("is exchanged for the App and the only copy of its key, in one unauthenticated request", async () => {
    const { convert, emulator, attempts } = await openRegistered();
    const { app, key } = await convert();
    expect(app).toMatchObject({ slug: "acme-reader", owner: "acme", events: [] });
    expect(key.reveal()).toMatch(/^-----BEGIN RSA PRIVATE KEY-----\n/);
    expect(attempts()).toBe(1);
    expect(emulator.requests().at(-1)).toMatchObject({ status: 201 });
  });

  test("whose response does not contain a key is reported with the App that has no key", async () => {
    const { profile, code } = await openRegistered();
    const odd: SendOnce = async (request) => {
      const answer = await send(request);
      const body = { ...(JSON.parse(answer.text) as object), pem: "no key at all" };
      return { ...answer, text: JSON.stringify(body) };
    };
    const failure = await failureOf(
      convertCode(code, { profile, send: odd, pause, signal, appsLink }),
    );
    expect(failure).toBeInstanceOf(NoKeySent);
    expect(failure.message).not.toContain("no key at all");
    expect((failure as NoKeySent).app.slug).toBe("acme-reader");
    expect((failure as NoKeySent).hints).toMatchObject([
      { text: expect.stringContaining("new key") as string },
    ]);
  });

  test("that was already used is rejected, with a way to see the created App", async () => {
    const { convert, attempts } = await openRegistered();
    await convert();
    const failure = await failureOf(convert());
    expect(failure).toBeInstanceOf(CodeRefused);
    expect(failure).toMatchObject({
      message: "The registration code was rejected (404): it was already used or has expired.",
      mayBeUsed: false,
      hints: [
        { link: appsLink },
        { text: "If it exists, generate a new key for it; if not, register the App again" },
      ],
    });
    expect(attempts()).toBe(2);
  });

  test("that is older than an hour is refused", async () => {
    let now = Date.now();
    const { convert } = await openRegistered(() => new Date(now));
    now += 3_601_000;
    expect(await failureOf(convert())).toBeInstanceOf(CodeRefused);
  });

  test("is escaped in the request path", async () => {
    const { convert, emulator } = await openRegistered();
    await failureOf(convert({ code: "../user" }));
    expect(emulator.requests().at(-1)?.path).toContain("..%2Fuser/conversions");
  });
});

describe("a code is sent again", () => {
  test.each<[string, Play]>([
    ["the connection was cut", { kind: "cut", when: "before" }],
    ["the forge responded with 502", { kind: "status", status: 502 }],
    ["a limit was reached", { kind: "secondary-limit" }],
  ])("when %s", async (_why, play) => {
    const { convert, emulator, attempts } = await openRegistered();
    emulator.setFaults([{ on, times: 2, play }]);
    expect((await convert()).app.slug).toBe("acme-reader");
    expect(attempts()).toBeLessThanOrEqual(3);
  });

  test("after a lost response, and a later rejection means that it may have been used", async () => {
    const { convert, emulator, attempts } = await openRegistered();
    emulator.setFaults([{ on, times: 1, play: { kind: "cut", when: "after" } }]);
    const failure = await failureOf(convert());
    expect(failure).toBeInstanceOf(CodeRefused);
    expect(failure).toMatchObject({ mayBeUsed: true });
    expect(attempts()).toBe(2);
  });

  test("at most three times, after increasing pauses", async () => {
    const { profile, code, emulator, attempts } = await openRegistered();
    emulator.setFaults([{ on, times: 0, play: { kind: "status", status: 502 } }]);
    const pauses: number[] = [];
    const note = (milliseconds: number) => Promise.resolve(void pauses.push(milliseconds));
    const converting = convertCode(code, { profile, send, pause: note, signal, appsLink });
    expect(await failureOf(converting)).toBeInstanceOf(ForgeUnreachable);
    expect(attempts()).toBe(3);
    expect(pauses).toEqual([500, 1000]);
  });

  test.each<[string, Play, new (...args: never[]) => Error]>([
    ["422", { kind: "status", status: 422 }, CodeRefused],
    ["code-expired", { kind: "code-expired" }, CodeRefused],
    ["403", { kind: "status", status: 403 }, RefusedByForge],
  ])("never after a response: %s", async (_what, play, kind) => {
    const { convert, emulator, attempts } = await openRegistered();
    emulator.setFaults([{ on, times: 0, play }]);
    expect(await failureOf(convert())).toBeInstanceOf(kind);
    expect(attempts()).toBe(1);
  });

  test("never after a response that lacks the key", async () => {
    const app = { id: 1, client_id: "c", slug: "s", name: "n", owner: { login: "acme" } };
    const { profile, asked } = await openOddForge((_request, response) =>
      response.writeHead(201, { "content-type": "application/json" }).end(JSON.stringify(app)),
    );
    const failure = await failureOf(convertCode("c", { profile, send, pause, signal, appsLink }));
    expect(failure.message).toContain("it contains no key");
    expect(asked()).toHaveLength(1);
  });

  test("never after an unexpected response: the App is read with its key instead", async () => {
    const { profile, code, attempts } = await openRegistered();
    const odd: SendOnce = async (request) => {
      const answer = await send(request);
      if (!request.address.pathname.endsWith("/conversions")) return answer;
      const body = JSON.parse(answer.text) as object;
      return answerOf(201, { ...body, owner: null, events: {} });
    };
    const { app, key } = await convertCode(code, { profile, send: odd, pause, signal, appsLink });
    expect(app).toMatchObject({ slug: "acme-reader", owner: "acme", events: [] });
    expect(key.reveal()).toMatch(/^-----BEGIN/);
    expect(attempts()).toBe(1);
  });

  test("never after an unexpected response without the App's ID, because the App cannot be read", async () => {
    const app = { pem: claimKey().export({ type: "pkcs1", format: "pem" }), slug: "s" };
    const { profile, asked } = await openOddForge((_request, response) =>
      response.writeHead(201, { "content-type": "application/json" }).end(JSON.stringify(app)),
    );
    const failure = await failureOf(convertCode("c", { profile, send, pause, signal, appsLink }));
    expect(failure.name).toBe("MisshapenAnswer");
    expect(asked()).toEqual(["POST /api/v3/app-manifests/c/conversions"]);
  });

  test.each([[null], [[]], ["<html>"]])("never after %j", async (body) => {
    const { profile, asked } = await openOddForge((_request, response) =>
      response.writeHead(201, { "content-type": "application/json" }).end(JSON.stringify(body)),
    );
    const failure = await failureOf(convertCode("c", { profile, send, pause, signal, appsLink }));
    expect(failure).toBeInstanceOf(ForgeUnreachable);
    expect(asked()).toHaveLength(1);
  });

  test("not if the operator stops during the pause", async () => {
    const { convert, emulator, attempts } = await openRegistered();
    const stop = new AbortController();
    const reason = new Error("the person stopped");
    emulator.setFaults([{ on, times: 0, play: { kind: "status", status: 502 } }]);
    const converting = convert({ signal: stop.signal });
    await expect.poll(attempts).toBe(1);
    stop.abort(reason);
    expect(await failureOf(converting)).toBe(reason);
  });

  test("but a response that is in transit during a stop is accepted", async () => {
    const { convert, emulator } = await openRegistered();
    const stop = new AbortController();
    emulator.setFaults([{ on, play: { kind: "latency", ms: 40 } }]);
    const converting = convert({ signal: stop.signal });
    stop.abort(new Error("the person stopped"));
    expect((await converting).app.slug).toBe("acme-reader");
  });
});

test("no error shows the code", async () => {
  const { convert, emulator, code } = await openRegistered();
  emulator.setFaults([{ on, times: 0, play: { kind: "status", status: 422 } }]);
  expect(inspect(await failureOf(convert()), { depth: 9 })).not.toContain(code);
});
