import { describe, expect, test } from "vitest";
import { openServer } from "../../forge/forge-bench.ts";
import { inTenMinutes, openAdmission } from "./admit-bench.ts";
import { answerAs, hostileToken, mintedAnswer } from "./hostile-answers.ts";

/**
 * Creates a step with the key and ID of one App, on a forge that answers the token request this
 * way.
 */
async function openMinting(
  role: "read" | "write",
  { status, headers = {}, body = {} }: { status: number; headers?: object; body?: object },
) {
  const step = await openAdmission();
  const { origin, heard } = await openServer(
    answerAs(7, ({ path }, response) => {
      if (!path.endsWith("/access_tokens")) return false;
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(JSON.stringify(body));
      return true;
    }),
  );
  const app = await step.addApp(role, ["acme/control"]);
  const name = `CP_FORGE_${role.toUpperCase()}_APP`;
  step.env["FORGE_API_URL"] = `${origin}/api/v3`;
  step.env[`${name}_ID`] = app.clientId;
  step.env[`${name}_PRIVATE_KEY`] = app.pem;
  if (role === "write") step.env["CP_FORGE_TOKEN"] = "pat";
  const ended = () =>
    heard
      .filter(({ method }) => method === "DELETE")
      .map(({ headers: { authorization } }) => authorization);
  return { ...step, heard, ended };
}

const reset = inTenMinutes();
const left = { "x-ratelimit-remaining": "4000", "x-ratelimit-reset": String(reset) };
const usedUp = { ...left, "x-ratelimit-remaining": "0" };
const body = { message: "You have exceeded a secondary rate limit." };

describe("a rate limit while a token is minted", () => {
  test.each([
    ["with requests left", { status: 403, headers: left, body }],
    ["with a Retry-After header", { status: 403, headers: { ...left, "retry-after": "60" }, body }],
    ["with status 429", { status: 429, headers: { "retry-after": "60" } }],
  ])("%s leaves the capacity unknown, and nothing is recorded", async (_what, answer) => {
    const step = await openMinting("read", answer);
    const writer = await step.addApp("write", ["acme/control"]);
    step.env["CP_FORGE_WRITE_APP_ID"] = writer.clientId;
    step.env["CP_FORGE_WRITE_APP_PRIVATE_KEY"] = writer.pem;
    const found = await step.ask();
    expect(found).toMatchObject({ reason: "unreadable-capacity", reset: undefined, requests: 2 });
    expect(found.notes).toEqual(["The read App sent requests too fast."]);
  });

  test("without requests left denies the run, with the reset", async () => {
    const step = await openMinting("read", { status: 403, headers: usedUp });
    expect(await step.ask()).toMatchObject({ reason: "denied", remaining: 0, reset });
  });

  test.each(["99999999999999999", "1e300", "-1", "soon"])(
    "with the invalid reset %s denies the run, with an unknown reset",
    async (odd) => {
      const headers = { ...usedUp, "x-ratelimit-reset": odd };
      const reading = await openMinting("read", { status: 403, headers });
      expect(await reading.ask()).toMatchObject({ admitted: false, reason: "denied" });
      const writing = await openMinting("write", { status: 403, headers });
      const found = await writing.ask();
      expect(found).toMatchObject({ reason: "denied", remaining: 7 });
      expect(found.notes.at(-1)).toContain("the write App has no requests left.");
    },
  );
});

describe("a token that differs from the request is revoked and not used", () => {
  test.each([
    ["more permissions", { ...mintedAnswer({ actions: "write", contents: "write" }) }],
    ["fewer permissions", { ...mintedAnswer({ actions: "read" }) }],
    ["all repositories", { ...mintedAnswer(), repository_selection: "all" }],
    ["no permissions in the response", { ...mintedAnswer(), permissions: undefined }],
    ["no expiry time", { ...mintedAnswer(), expires_at: null }],
  ])("%s", async (_what, answer) => {
    const step = await openMinting("write", { status: 201, body: answer });
    expect(await step.ask()).toMatchObject({ reason: "denied", remaining: 7, requests: 4 });
    expect(step.ended()).toEqual([`Bearer ${hostileToken}`]);
    expect(step.heard.some(({ path }) => path.endsWith("/variables"))).toBe(false);
  });
});

test("minting stops at the overall time limit", async () => {
  const step = await openAdmission();
  const over = new AbortController();
  const { origin, heard } = await openServer(({ path }) => {
    if (path.endsWith("/installation")) over.abort();
  });
  const app = await step.addApp("read", ["acme/control"]);
  step.env["CP_FORGE_READ_APP_ID"] = app.clientId;
  step.env["CP_FORGE_READ_APP_PRIVATE_KEY"] = app.pem;
  step.env["FORGE_API_URL"] = `${origin}/api/v3`;
  const answer = await step.ask({}, { timeLimit: () => over.signal });
  expect(answer).toMatchObject({ reason: "unreadable-capacity", requests: 1 });
  expect(heard).toHaveLength(1);
});

test("a token that cannot be revoked does not change the result", async () => {
  const step = await openAdmission();
  const app = await step.addApp("read", ["acme/control"]);
  step.env["CP_FORGE_READ_APP_ID"] = app.clientId;
  step.env["CP_FORGE_READ_APP_PRIVATE_KEY"] = app.pem;
  step.emulator.setFaults([
    { on: "DELETE /installation/token", times: 0, play: { kind: "cut", when: "before" } },
  ]);
  expect(await step.ask()).toMatchObject({ admitted: true, reason: "capacity" });
});
