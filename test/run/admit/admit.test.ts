import { describe, expect, test } from "vitest";
import { writeGateRecord } from "../../../src/run/admit/gate-record.ts";
import { InvalidInput, Stopped } from "../../../src/shared/errors.ts";
import { renderSettings } from "../../../src/plane/scope/settings.ts";
import { someSettings } from "../../plane/control-plane-bench.ts";
import { failureOf, openServer } from "../../forge/forge-bench.ts";
import { inTenMinutes, openAdmission } from "./admit-bench.ts";

describe("a run with requests left", () => {
  test("is admitted after one free request with the credential that precompute uses", async () => {
    const step = await openAdmission();
    step.env["CP_FORGE_TOKEN"] = await step.addPat(["acme/control"]);
    const answer = await step.ask();
    expect(answer).toMatchObject({
      admitted: true,
      reason: "capacity",
      required: 100,
      record: "none",
      credential: "pat",
      requests: 1,
      asked: ["GET /rate_limit 200"],
    });
    expect(answer.remaining).toBeGreaterThan(4000);
    expect(step.seen).toMatchObject({
      masked: [],
      limits: [34_000, 10_000],
    });
  });

  test("requires one request per target, up to the cap, plus two", async () => {
    const step = await openAdmission();
    step.env["CP_FORGE_TOKEN"] = await step.addPat(["acme/control"]);
    const targets = Array.from({ length: 300 }, (_, index) => `acme/repository-${index}`);
    const caps = { repositories: 250, dispatches: 1 };
    step.write(".forge/control-plane.json", renderSettings({ ...someSettings, targets, caps }));
    await step.setLeft("user:mona", 251);
    expect(await step.ask()).toMatchObject({ admitted: false, required: 252, remaining: 251 });
    await step.setLeft("user:mona", 252);
    expect(await step.ask()).toMatchObject({ admitted: true, required: 252 });
    expect(await step.ask({ requirement: "253" })).toMatchObject({ admitted: false });
  });

  test("is admitted if the forge does not limit requests", async () => {
    const step = await openAdmission();
    step.env["CP_FORGE_TOKEN"] = await step.addPat(["acme/control"]);
    await step.control("PATCH", "world", { switches: { rateLimits: false } });
    const unknown = { remaining: undefined, reset: undefined };
    expect(await step.ask()).toMatchObject({ admitted: true, reason: "unlimited", ...unknown });
  });
});

describe("a run with the read App's key and ID", () => {
  test("mints a token only for reading runs and contents, and revokes it afterwards", async () => {
    const step = await openAdmission();
    const app = await step.addApp("read", ["acme/control", "acme/web"]);
    step.env["CP_FORGE_READ_APP_ID"] = app.clientId;
    step.env["CP_FORGE_READ_APP_PRIVATE_KEY"] = app.pem;
    const installation = await step.installationOf(app);
    const answer = await step.ask();
    expect(answer).toMatchObject({
      admitted: true,
      credential: "read-app",
      requests: 4,
      notes: [],
    });
    expect(answer.asked).toEqual([
      "GET /repos/acme/control/installation 200",
      `POST /app/installations/${installation}/access_tokens 201`,
      "GET /rate_limit 200",
      "DELETE /installation/token 204",
    ]);
    expect(step.seen.minted).toEqual([
      { permissions: { actions: "read", contents: "read" }, repositories: ["control"] },
    ]);
    expect(step.seen.masked).toHaveLength(1);
  });

  test("is denied without requests left, and keeps its token because revoking it would be rejected", async () => {
    const step = await openAdmission();
    const app = await step.addApp("read", ["acme/control"]);
    step.env["CP_FORGE_READ_APP_ID"] = app.clientId;
    step.env["CP_FORGE_READ_APP_PRIVATE_KEY"] = app.pem;
    await step.setLeft(`installation:${await step.installationOf(app)}`, 0);
    const answer = await step.ask();
    expect(answer).toMatchObject({ admitted: false, reason: "denied", remaining: 0, requests: 3 });
    expect(answer.asked.at(-1)).toBe("GET /rate_limit 200");
  });

  test.each([
    ["a key of another App", 401, "The read App was rejected with 401."],
    ["an App without an installation", 404, "The read App is not installed on acme/control."],
    ["a suspended installation", 403, "The read App is suspended for acme/control."],
    ["an unreadable key", undefined, "The read App's key could not be read."],
  ] as const)("is refused for %s, without a weaker fallback", async (_what, status, note) => {
    const step = await openAdmission();
    const covered = status === 404 ? ["acme/web"] : ["acme/control"];
    const app = await step.addApp("read", covered);
    const other = status === 401 ? await step.addApp("write", ["acme/control"]) : app;
    step.env["CP_FORGE_READ_APP_ID"] = app.clientId;
    step.env["CP_FORGE_READ_APP_PRIVATE_KEY"] = status === undefined ? "no key" : other.pem;
    step.env["CP_FORGE_TOKEN"] = await step.addPat(["acme/control"]);
    if (status === 403) {
      const settings = `/organizations/acme/settings/installations/${await step.installationOf(app)}`;
      await step.page(`${settings}/suspend`, {});
    }
    const answer = await step.ask();
    expect(answer).toMatchObject({
      admitted: false,
      reason: "credential-refused",
      credential: "read-app",
      remaining: undefined,
      reset: undefined,
    });
    expect(answer.requests).toBe(answer.asked.length);
    expect(answer.asked).not.toContainEqual(expect.stringContaining("/rate_limit"));
    expect(answer.notes).toEqual([note]);
    expect(step.seen.masked).toEqual([]);
  });

  test("uses the PAT and prints a notice if the key is missing", async () => {
    const step = await openAdmission();
    step.env["CP_FORGE_READ_APP_ID"] = "Iv1.reader";
    step.env["CP_FORGE_TOKEN"] = await step.addPat(["acme/control"]);
    expect(await step.ask()).toMatchObject({
      credential: "pat",
      notes: [expect.stringContaining("CP_FORGE_READ_APP_PRIVATE_KEY is empty")],
    });
  });
});

describe("a gate record", () => {
  const active = () =>
    writeGateRecord({ limit: 5000, remaining: 3, reset: inTenMinutes(), sourceRunId: "1" });

  test("stops the run without a request if active, even with invalid settings or no credential", async () => {
    const step = await openAdmission();
    const record = active();
    const reset = (JSON.parse(record) as { reset: number }).reset;
    for (const env of [{ ...step.env, CP_FORGE_TOKEN: "never looked at" }, {}]) {
      step.write(".forge/control-plane.json", "{");
      const answer = await step.ask({}, { env: { ...env, CP_FORGE_API_GATE: record } });
      expect(answer).toMatchObject({
        admitted: false,
        reason: "gate-active",
        remaining: 3,
        required: 100,
        reset,
        record: "active",
        credential: undefined,
        requests: 0,
        asked: [],
      });
    }
    expect(step.seen).toMatchObject({ masked: [], limits: [] });
  });

  test.each([
    ["expired", writeGateRecord({ limit: 1, remaining: 0, reset: 1 }), []],
    ["invalid", "off", ["CP_FORGE_API_GATE does not contain a valid gate record."]],
  ] as const)("is ignored if %s, and the capacity is checked", async (record, value, notes) => {
    const step = await openAdmission();
    step.env["CP_FORGE_TOKEN"] = await step.addPat(["acme/control"]);
    const answer = await step.ask({}, { env: { ...step.env, CP_FORGE_API_GATE: value } });
    expect(answer).toMatchObject({ admitted: true, record, requests: 1 });
    expect(answer.notes).toEqual(expect.arrayContaining([...notes]));
  });

  test("does not hide an invalid requirement, which is a mistake in the workflow", async () => {
    const step = await openAdmission();
    const env = { CP_FORGE_API_GATE: active() };
    expect(await failureOf(step.ask({ requirement: "many" }, { env }))).toBeInstanceOf(
      InvalidInput,
    );
  });
});

describe("an admission that cannot be checked", () => {
  test.each([
    [
      "settings that are not valid JSON",
      "{",
      /1:2 \(file\): invalid JSON: a quotation mark, comma or bracket is wrong here or just before/,
    ],
    ["settings without caps", '{"version":1}', /the field "caps" is missing/],
  ])(
    "stops the run and explains the problem for %s, with or without --requirement",
    async (_what, text, words) => {
      const step = await openAdmission();
      step.env["FORGE_TOKEN"] = "own";
      step.write(".forge/control-plane.json", text);
      for (const wanted of [{}, { requirement: "100" }]) {
        const failure = await failureOf(step.ask(wanted));
        expect(failure).toBeInstanceOf(InvalidInput);
        expect(failure.message).toMatch(words);
      }
      expect(step.emulator.requests()).toEqual([]);
    },
  );

  test("stops the run if the settings are missing, unless --requirement is given", async () => {
    const step = await openAdmission();
    const folder = `${step.deps.folder}/elsewhere`;
    step.write("elsewhere/x", "");
    step.env["CP_FORGE_TOKEN"] = await step.addPat(["acme/control"]);
    const failure = await failureOf(step.ask({}, { folder }));
    expect(failure.message).toBe(".forge/control-plane.json not found.");
    expect(await step.ask({ requirement: "150" }, { folder })).toMatchObject({ required: 150 });
    const env = { ...step.env, FORGE_WORKSPACE: step.deps.folder };
    expect(await step.ask({}, { folder, env })).toMatchObject({ required: 100 });
  });

  test.each([
    ["FORGE_API_URL", "", "FORGE_API_URL is empty"],
    ["FORGE_API_URL", "http://forge.example/api/v3", "is not the address"],
    ["FORGE_API_URL", "forge", "is not the address"],
    ["CP_FORGE_TOKEN", "", "This step has no credential"],
    ["CP_FORGE_TOKEN", " \n", "This step has no credential"],
  ])("stops the run if %s=%s", async (name, value, words) => {
    const step = await openAdmission();
    const env = { ...step.env, CP_FORGE_TOKEN: "pat", [name]: value };
    const failure = await failureOf(step.ask({}, { env }));
    expect(failure).toBeInstanceOf(InvalidInput);
    expect(failure.message).toContain(words);
    expect(step.emulator.requests()).toEqual([]);
  });
});

test("a stopped step is not admitted, even if the forge reports enough capacity", async () => {
  const step = await openAdmission();
  step.env["CP_FORGE_TOKEN"] = await step.addPat(["acme/control"]);
  const over = new AbortController();
  const send: typeof step.deps.send = async (request) => {
    const answer = await step.deps.send(request);
    over.abort(new Stopped("SIGINT"));
    return answer;
  };
  expect(await step.ask({}, { send, stopped: over.signal })).toMatchObject({
    admitted: false,
    reason: "unreadable-capacity",
    notes: ["The step was stopped."],
    asked: ["GET /rate_limit 200"],
  });
});

test("an endless response is not read completely", async () => {
  const step = await openAdmission();
  const { origin, heard } = await openServer((_, response) => {
    const piece = Buffer.alloc(1_000_000, " ");
    const write = () => void (response.destroyed || response.write(piece, write));
    write();
  });
  const env = { ...step.env, FORGE_API_URL: `${origin}/api/v3`, CP_FORGE_TOKEN: "pat" };
  expect(await step.ask({}, { env })).toMatchObject({
    reason: "unreadable-capacity",
    requests: 3,
  });
  expect(heard).toHaveLength(3);
});
