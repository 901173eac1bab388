import { describe, expect, test } from "vitest";
import { readGateRecord, writeGateRecord } from "../../../src/run/admit/gate-record.ts";
import { openServer } from "../../forge/forge-bench.ts";
import { answerAs } from "./hostile-answers.ts";
import { inTenMinutes, openAdmission } from "./admit-bench.ts";

const variables = "/repos/acme/control/actions/variables";
const gate = "CP_FORGE_API_GATE";

/**
 * Creates a step whose PAT has few requests left. Its write App can write variables or, as on
 * GitHub, cannot.
 */
async function openDenied(mayWrite: "may write variables" | "as the forge has it") {
  const step = await openAdmission();
  const reset = inTenMinutes();
  step.env["CP_FORGE_TOKEN"] = await step.addPat(["acme/control"]);
  const app = await step.addApp("write", ["acme/control"]);
  step.env["CP_FORGE_WRITE_APP_ID"] = app.clientId;
  step.env["CP_FORGE_WRITE_APP_PRIVATE_KEY"] = app.pem;
  await step.control("PATCH", "world", {
    switches: { actionsWriteVariables: mayWrite === "may write variables" },
  });
  await step.setLeft("user:mona", 7, reset);
  const installation = await step.installationOf(app);
  const stored = async () => {
    const token = (
      await step.control("POST", "tokens", { user: "mona", kind: "classic", scopes: ["repo"] })
    ).json.token as string;
    await step.setLeft("user:mona", 5000);
    const { status, json } = await step.rest("GET", `${variables}/${gate}`, { token });
    return status === 200 ? (json.value as string) : undefined;
  };
  const mint = [
    "GET /repos/acme/control/installation 200",
    `POST /app/installations/${installation}/access_tokens 201`,
  ];
  return { ...step, app, reset, stored, mint };
}

const denied = { admitted: false, reason: "denied", remaining: 7, required: 100 };

describe("a fresh denial", () => {
  test("is stored by the write App with Actions: write only, and stops the next run", async () => {
    const step = await openDenied("may write variables");
    const answer = await step.ask();
    expect(answer).toMatchObject({ ...denied, reset: step.reset, requests: 5 });
    expect(answer.asked).toEqual([
      "GET /rate_limit 200",
      ...step.mint,
      `POST ${variables} 201`,
      "DELETE /installation/token 204",
    ]);
    expect(step.seen.minted).toEqual([
      { permissions: { actions: "write" }, repositories: ["control"] },
    ]);
    expect(answer.notes).toEqual([
      `Until the reset, later runs stop without sending a request: ${gate} is set.`,
    ]);
    const value = await step.stored();
    const { reset } = step;
    expect(readGateRecord(value, new Date())).toEqual({
      state: "active",
      record: { limit: 5000, remaining: 7, reset, sourceRunId: "77" },
    });
    const next = await step.ask({}, { env: { ...step.env, [gate]: value } });
    expect(next).toMatchObject({ reason: "gate-active", reset, requests: 0, asked: [] });
  });

  test("replaces an older record", async () => {
    const step = await openDenied("may write variables");
    await step.runForge(["variable", "set", gate, "--body", "old"]);
    await step.setLeft("user:mona", 7, step.reset);
    const answer = await step.ask();
    expect(answer.asked.slice(3)).toEqual([
      `POST ${variables} 409`,
      `GET ${variables}/${gate} 200`,
      `PATCH ${variables}/${gate} 204`,
      "DELETE /installation/token 204",
    ]);
    expect(readGateRecord(await step.stored(), new Date()).state).toBe("active");
  });

  test("does not shorten a record that another run has stored since then", async () => {
    const step = await openDenied("may write variables");
    const later = { limit: 5000, remaining: 0, reset: step.reset + 600, sourceRunId: "78" };
    await step.runForge(["variable", "set", gate, "--body", writeGateRecord(later)]);
    await step.setLeft("user:mona", 7, step.reset);
    const answer = await step.ask();
    expect(answer.asked.slice(3)).toEqual([
      `POST ${variables} 409`,
      `GET ${variables}/${gate} 200`,
      "DELETE /installation/token 204",
    ]);
    expect(readGateRecord(await step.stored(), new Date())).toMatchObject({ record: later });
  });

  test.each([
    ["a limit", { kind: "status", status: 429 }],
    ["a server error", { kind: "status", status: 503 }],
  ] as const)("does not replace a record that cannot be read after %s", async (_what, play) => {
    const step = await openDenied("may write variables");
    await step.runForge(["variable", "set", gate, "--body", "old"]);
    await step.setLeft("user:mona", 7, step.reset);
    step.emulator.setFaults([{ on: `GET ${variables}/${gate}`, times: 0, play }]);
    const answer = await step.ask();
    expect(answer.asked.join()).not.toContain("PATCH");
    expect(answer.notes.at(-1)).toContain("The denial was not recorded for later runs:");
    step.emulator.setFaults([]);
    expect(await step.stored()).toBe("old");
  });

  test("is stored with the token of an earlier step, which is not revoked", async () => {
    const step = await openDenied("may write variables");
    const installation = await step.installationOf(step.app);
    const minted = await step.rest("POST", `/app/installations/${installation}/access_tokens`, {
      token: step.app.jwt(),
      body: { permissions: { actions: "write" } },
    });
    step.env["CP_FORGE_WRITE_APP_TOKEN"] = String(minted.json.token);
    const answer = await step.ask();
    expect(answer.asked).toEqual(["GET /rate_limit 200", `POST ${variables} 201`]);
    expect(step.seen.masked).toEqual([]);
  });

  test("remains a denial if the forge requires Variables: write, and reports this in one line", async () => {
    const step = await openDenied("as the forge has it");
    const answer = await step.ask();
    expect(answer).toMatchObject({ ...denied, reset: step.reset });
    expect(answer.asked.slice(3)).toEqual([
      `POST ${variables} 403`,
      "DELETE /installation/token 204",
    ]);
    expect(answer.notes.at(-1)).toBe(
      "The denial was not recorded for later runs: the write App does not have the permission Variables: write.",
    );
    expect(await step.stored()).toBeUndefined();
  });

  test.each([
    [
      "500",
      { kind: "status", status: 500 },
      3,
      "The denial was not recorded for later runs: the API responded with 500.",
    ],
    [
      "no response",
      { kind: "cut", when: "before" },
      3,
      "The denial was not recorded for later runs: the API did not respond.",
    ],
    [
      "a redirect",
      { kind: "status", status: 307, headers: { location: "/x" } },
      1,
      "The denial was not recorded for later runs: the API responded with 307.",
    ],
    ["a rate limit", { kind: "rate-limited" }, 1, "the write App has no requests left."],
  ] as const)(
    "is not stored after %s: one line reports it, and the denial remains",
    async (_what, play, attempts, words) => {
      const step = await openDenied("may write variables");
      step.emulator.setFaults([{ on: `POST ${variables}`, times: 0, play }]);
      const answer = await step.ask();
      expect(answer).toMatchObject(denied);
      expect(answer.notes.at(-1)).toContain(words);
      expect(answer.asked.filter((each) => each.startsWith(`POST ${variables}`))).toHaveLength(
        attempts,
      );
      expect(answer.requests).toBe(answer.asked.length);
    },
  );

  test("is stored despite one server error", async () => {
    const step = await openDenied("may write variables");
    const play = { kind: "status", status: 503 } as const;
    step.emulator.setFaults([{ on: `POST ${variables}`, times: 1, play }]);
    await step.ask();
    expect(readGateRecord(await step.stored(), new Date()).state).toBe("active");
  });

  test.each([
    [
      "the write App's key cannot be read",
      "CP_FORGE_WRITE_APP_PRIVATE_KEY",
      "no key",
      "The denial was not recorded for later runs: the write App's key could not be read.",
    ],
    [
      "the write App's ID contains an invisible character",
      "CP_FORGE_WRITE_APP_ID",
      "Iv1.\u200bwriter",
      "The denial was not recorded for later runs: CP_FORGE_WRITE_APP_ID contains an invisible character, U+200B, at position 5.",
    ],
    [
      "the write App's ID is empty",
      "CP_FORGE_WRITE_APP_ID",
      "",
      "The denial was not recorded for later runs: no write App is configured.",
    ],
  ])("is not stored if %s, and no other credential is used", async (_what, name, value, words) => {
    const step = await openDenied("may write variables");
    const answer = await step.ask({}, { env: { ...step.env, [name]: value } });
    expect(answer).toMatchObject({ ...denied, asked: ["GET /rate_limit 200"] });
    expect(answer.notes.at(-1)).toContain(words);
  });

  test("is not stored if its reset is too far ahead, or has passed by the forge's clock", async () => {
    const step = await openDenied("may write variables");
    await step.setLeft("user:mona", 7, inTenMinutes() + 7000);
    expect(await step.ask()).toMatchObject({ ...denied, asked: ["GET /rate_limit 200"] });
    const headers = {
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": String(inTenMinutes()),
      date: new Date((inTenMinutes() + 1) * 1000).toUTCString(),
    };
    const play = { kind: "status", status: 403, headers } as const;
    step.emulator.setFaults([{ on: "GET /rate_limit", play }]);
    expect(await step.ask()).toMatchObject({ reason: "denied", asked: ["GET /rate_limit 403"] });
  });
});

describe("a denial that cannot be stored remains a denial", () => {
  test("if the step does not know its repository", async () => {
    const step = await openDenied("may write variables");
    const env = { ...step.env, FORGE_REPOSITORY: "" };
    const answer = await step.ask({}, { env });
    expect(answer).toMatchObject({ ...denied, asked: ["GET /rate_limit 200"] });
    expect(answer.notes.at(-1)).toBe(
      "The denial was not recorded for later runs: FORGE_REPOSITORY is not a repository name.",
    );
  });

  test("if minting fails unexpectedly", async () => {
    const step = await openDenied("may write variables");
    const answer = await step.ask({}, { mint: () => Promise.reject(new Error("odd")) });
    expect(answer).toMatchObject(denied);
    expect(answer.notes.at(-1)).toContain("no token could be minted.");
  });

  test("if the repository is archived, and no missing permission is reported", async () => {
    const step = await openDenied("may write variables");
    const message = "Repository was archived so is read-only.";
    const play = { kind: "status", status: 403, message } as const;
    step.emulator.setFaults([{ on: `POST ${variables}`, play }]);
    expect((await step.ask()).notes.at(-1)).toContain(
      "The denial was not recorded for later runs: the API responded with 403.",
    );
  });

  test("if the forge does not respond, and the write App's token is still revoked", async () => {
    const step = await openDenied("may write variables");
    const { origin, server, heard } = await openServer(
      answerAs(7, ({ path }) => path.endsWith("/variables")),
    );
    const env = { ...step.env, FORGE_API_URL: `${origin}/api/v3` };
    const limits: AbortController[] = [];
    const timeLimit = () => {
      const over = new AbortController();
      limits.push(over);
      return over.signal;
    };
    server.on("request", ({ url }) => {
      // The time limit for requests has passed.
      if (url?.endsWith("/variables")) limits[0]?.abort();
    });
    const answer = await step.ask({}, { env, timeLimit });
    expect(answer).toMatchObject({ ...denied, requests: heard.length });
    expect(heard.at(-1)).toMatchObject({ method: "DELETE", path: "/api/v3/installation/token" });
  });
});

test("an admission does not store a record", async () => {
  const step = await openDenied("may write variables");
  await step.setLeft("user:mona", 100);
  expect(await step.ask()).toMatchObject({ admitted: true, asked: ["GET /rate_limit 200"] });
});
