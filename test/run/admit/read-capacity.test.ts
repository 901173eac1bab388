import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import type { Fault } from "../../../emulator/emulator.ts";
import { openServer } from "../../forge/forge-bench.ts";
import { inTenMinutes, openAdmission } from "./admit-bench.ts";

const on = "GET /rate_limit";

describe("a capacity", () => {
  test.each([
    ["500", { kind: "status", status: 500 }],
    ["a connection that is closed without a response", { kind: "cut", when: "before" }],
    ["a response that is cut off", { kind: "cut", when: "after" }],
    ["a truncated document", { kind: "body", text: '{"resources":{"core":{"limit":5' }],
    ["an HTML page of a proxy", { kind: "body", text: "<html>", type: "text/html" }],
  ] as const)("is requested again after %s, at most twice", async (_what, play) => {
    const step = await openAdmission();
    step.env["CP_FORGE_TOKEN"] = await step.addPat(["acme/control"]);
    step.emulator.setFaults([{ on, times: 2, play }]);
    expect(await step.ask()).toMatchObject({ admitted: true, reason: "capacity", requests: 3 });
    expect(step.seen.pauses).toEqual([250, 500]);
    step.emulator.setFaults([{ on, times: 0, play }]);
    const answer = await step.ask();
    expect(answer).toMatchObject({ reason: "unreadable-capacity", requests: 3, reset: undefined });
    expect(answer.asked).toHaveLength(3);
  });

  const mint = "POST /app/installations/*/access_tokens";
  test.each([
    ["503 while the token is minted", mint, { kind: "status", status: 503 }],
    ["dropped connection while the token is minted", mint, { kind: "cut", when: "before" }],
    ["401 for the new token", on, { kind: "status", status: 401 }],
  ] as const)("of the read App is read despite one %s", async (_what, where, play) => {
    const step = await openAdmission();
    const app = await step.addApp("read", ["acme/control"]);
    step.env["CP_FORGE_READ_APP_ID"] = app.clientId;
    step.env["CP_FORGE_READ_APP_PRIVATE_KEY"] = app.pem;
    step.emulator.setFaults([{ on: where, times: 1, play }]);
    expect(await step.ask()).toMatchObject({ admitted: true, credential: "read-app" });
  });

  const usedUp = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(inTenMinutes()) };
  test.each([
    ["401", { kind: "signed-out" }, "credential-refused"],
    ["403 without requests left", { kind: "rate-limited" }, "denied"],
    ["429 without requests left", { kind: "status", status: 429, headers: usedUp }, "denied"],
    ["403 from a secondary rate limit", { kind: "secondary-limit" }, "unreadable-capacity"],
    ["429 without headers", { kind: "status", status: 429 }, "unreadable-capacity"],
    ["404", { kind: "not-found" }, "unlimited"],
  ] as const)("is requested once if the response is %s", async (_what, play, reason) => {
    const step = await openAdmission();
    step.env["CP_FORGE_TOKEN"] = await step.addPat(["acme/control"]);
    const faults: Fault[] = [{ on, times: 0, play }];
    step.emulator.setFaults(faults);
    const answer = await step.ask();
    expect(answer).toMatchObject({ reason, requests: 1, credential: "pat" });
    expect(answer.admitted).toBe(reason === "unlimited");
    expect(answer.asked).toHaveLength(1);
    expect(answer.reset === undefined).toBe(reason !== "denied");
  });

  test("is not requested from a redirect target, so no credential is sent there", async () => {
    const step = await openAdmission();
    const elsewhere = await openServer((_, response) => response.writeHead(200).end("{}"));
    const { origin, heard } = await openServer((_, response) =>
      response.writeHead(302, { location: `${elsewhere.origin}/rate_limit` }).end(),
    );
    const env = { ...step.env, FORGE_API_URL: `${origin}/api/v3`, CP_FORGE_TOKEN: "pat" };
    expect(await step.ask({}, { env })).toMatchObject({ reason: "unreadable-capacity" });
    expect([heard.length, elsewhere.heard.length]).toEqual([1, 0]);
  });

  test("is reported with the time of the forge's clock", async () => {
    const step = await openAdmission();
    step.env["CP_FORGE_TOKEN"] = await step.addPat(["acme/control"]);
    const slow = new Date("2020-01-01T00:00:00Z");
    const answer = await step.ask({}, { now: () => slow });
    expect(Math.abs(answer.now.getTime() - Date.now())).toBeLessThan(60_000);
  });
});

describe("a forge that does not answer", () => {
  /** Creates a server that accepts requests and never answers. */
  async function openSilence() {
    const step = await openAdmission();
    const silent: ServerResponse[] = [];
    const { server, origin, heard } = await openServer((_, response) => void silent.push(response));
    const env = { ...step.env, FORGE_API_URL: `${origin}/api/v3`, CP_FORGE_TOKEN: "pat" };
    const limits: { readonly milliseconds: number; readonly over: AbortController }[] = [];
    const asking = step.ask(
      {},
      {
        env,
        timeLimit: (milliseconds) => {
          const over = new AbortController();
          limits.push({ milliseconds, over });
          return over.signal;
        },
      },
    );
    return { asking, limits, heard, next: () => once(server, "request") };
  }

  test("gets three attempts of 10 seconds each", async () => {
    const { asking, limits, heard, next } = await openSilence();
    for (const attempt of [1, 2, 3]) {
      await next();
      expect(limits).toHaveLength(attempt + 1);
      expect(limits.at(-1)?.milliseconds).toBe(10_000);
      limits.at(-1)?.over.abort();
    }
    expect(await asking).toMatchObject({ reason: "unreadable-capacity", requests: 3 });
    expect(heard).toHaveLength(3);
  });

  test("gets 34 seconds in total, and no request afterwards", async () => {
    const { asking, limits, heard, next } = await openSilence();
    await next();
    expect(limits[0]?.milliseconds).toBe(34_000);
    limits[0]?.over.abort();
    expect(await asking).toMatchObject({ reason: "unreadable-capacity", requests: 1 });
    expect(heard).toHaveLength(1);
  });
});
