import { readFileSync } from "node:fs";
import { Validator } from "@cfworker/json-schema";
import { describe, expect, test } from "vitest";
import { administered, openStep, statesOf } from "./precompute-bench.ts";

const path = "../../../src/admission/precompute/control-precompute.schema.json";
const schema = JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8")) as object;

describe("what a run knows of its targets", () => {
  test("is what each is, and the document is as its schema says", async () => {
    const step = await openStep({ targets: ["acme/api", "acme/web"] });
    await step.addWorkflow("acme/api", "ci.yml");
    await step.addWorkflow("acme/api", "old.yaml", "name: Old");
    await step.rest("PUT", "/repos/acme/api/actions/workflows/old.yaml/disable");
    const { document } = await step.run();
    expect(document.targets[0]).toEqual({
      target: "acme/api",
      state: "complete",
      unread: [],
      renamedTo: null,
      repository: {
        id: expect.any(Number) as number,
        fullName: "acme/api",
        visibility: "private",
        defaultBranch: { name: "main", head: expect.stringMatching(/^[\da-f]{40}$/) as string },
        features: { issues: true, pullRequests: true, actions: null },
        workflows: [
          { path: ".forge/workflows/ci.yml", name: "CI", state: "active" },
          { path: ".forge/workflows/old.yaml", name: "Old", state: "disabled_manually" },
        ],
      },
    });
    expect(document).toMatchObject({ credential: "pat", beyondCap: [], ended: null });
    expect(new Validator(schema, "2020-12").validate(document)).toMatchObject({ valid: true });
  });

  test("is one of four states, and a new name is told", async () => {
    const targets = ["acme/api", "acme/web", "acme/none", "acme/infra"];
    const step = await openStep({ targets });
    await step.rest("PATCH", "/repos/acme/web", { body: { archived: true } });
    await step.rest("PATCH", "/repos/acme/infra", { body: { name: "base" } });
    const found = await step.run();
    expect(statesOf(found)).toEqual([
      "acme/api | complete",
      "acme/web | archived",
      "acme/none | missing",
      "acme/infra | complete",
    ]);
    expect(found.document.targets[3]).toMatchObject({ renamedTo: "acme/base" });
  });

  test("a name that leads to an owner who is not allowed by now tells nothing of what is there", async () => {
    const step = await openStep({ targets: ["acme/web"] });
    await step.rest("POST", "/repos/acme/web/transfer", { body: { new_owner: "mona" } });
    const { document } = await step.run();
    expect(document.targets).toMatchObject([
      { state: "incomplete", renamedTo: "mona/web", repository: null },
    ]);
  });

  test("what is switched off is a fact, as far as the credential is told", async () => {
    const step = await openStep({ targets: ["acme/api"], packages: administered });
    await step.change({
      repositories: { "acme/api": { issues: false, pullRequests: false, actions: false } },
    });
    const permissions = { contents: "read", actions: "read", administration: "read" };
    const { document } = await step.run({ CP_FORGE_TOKEN: await step.issue({ permissions }) });
    expect(document.targets).toMatchObject([
      {
        state: "complete",
        repository: { features: { issues: false, pullRequests: false, actions: false } },
      },
    ]);
  });

  test("a credential that may not know one switch is not asked for the next", async () => {
    const targets = ["acme/api", "acme/infra", "acme/web"];
    const step = await openStep({ targets, packages: administered });
    const { asked } = await step.run();
    expect(asked).toEqual(["POST /graphql 200", "GET /repos/acme/api/actions/permissions 403"]);
  });

  test("targets beyond the cap are named, and not asked for", async () => {
    const targets = ["acme/api", "ACME/API", "acme/web", "acme/infra"];
    const step = await openStep({ targets, caps: { repositories: 2, dispatches: 1 } });
    const { document } = await step.run();
    expect(document.targets.map(({ target }) => target)).toEqual(["acme/api", "acme/web"]);
    expect(document.beyondCap).toEqual(["acme/infra"]);
  });
});

describe("what could not be read is told, and not guessed", () => {
  test("files that the token may not read", async () => {
    const step = await openStep({ targets: ["acme/api", "acme/web"] });
    const token = await step.issue({ permissions: { actions: "read" } });
    const found = await step.run({ CP_FORGE_TOKEN: token });
    const because = "Resource not accessible by personal access token";
    expect(statesOf(found)).toEqual([
      `acme/api | incomplete | workflow files: ${because}`,
      "acme/web | complete",
    ]);
    expect(found.document.targets[0]?.repository).toMatchObject({
      fullName: "acme/api",
      workflows: null,
    });
  });

  test("repositories behind a sign-on that is due", async () => {
    const step = await openStep({ targets: ["acme/api", "acme/web"] });
    await step.change({ organizations: { acme: { singleSignOn: "required" } } });
    expect(statesOf(await step.run())).toEqual([
      "acme/api | incomplete | repository: the organization asks for single sign-on",
      "acme/web | complete",
    ]);
  });

  test("the workflows of a target whose list is broken; the next one is read", async () => {
    const step = await openStep({ targets: ["acme/api", "acme/infra"] });
    await step.addWorkflow("acme/api", "ci.yml");
    await step.addWorkflow("acme/infra", "ci.yml");
    const list = "/repos/acme/api/actions/workflows";
    step.emulator.setFaults([
      { on: `GET ${list}`, times: 0, play: { kind: "status", status: 502 } },
    ]);
    expect(statesOf(await step.run())).toEqual([
      expect.stringContaining("acme/api | incomplete | workflow states: The forge did not answer"),
      "acme/infra | complete",
    ]);
  });

  test("a query that the forge stumbles over is asked in halves, not for ever", async () => {
    const step = await openStep();
    await step.addMany(60);
    const stumble = { kind: "status", status: 502 } as const;
    step.emulator.setFaults([{ on: "POST /graphql", times: 1, play: stumble }]);
    const once = await step.run();
    expect(once.asked.slice(0, 3)).toEqual([
      "POST /graphql 502",
      "POST /graphql 200",
      "POST /graphql 200",
    ]);
    expect(statesOf(once).filter((line) => !line.endsWith("complete"))).toEqual([]);
    step.pass(61);
    step.emulator.setFaults([{ on: "POST /graphql", times: 0, play: stumble }]);
    const never = await step.run();
    expect(never.asked.length).toBeLessThanOrEqual(6);
    expect(never.document.ended).not.toBeNull();
  });

  test("anything, where the forge cannot be reached", async () => {
    const step = await openStep({ targets: ["acme/api"] });
    const found = await step.run({
      CP_FORGE_TOKEN: step.token,
      FORGE_API_URL: "http://127.0.0.1:1/api/v3",
    });
    expect(found.requests.requests).toBe(1);
    expect(found.document).toMatchObject({
      targets: [{ state: "incomplete", unread: [{ what: "repository" }], repository: null }],
      ended: { because: expect.stringContaining("did not answer POST /graphql") as string },
    });
  });
});

describe("a limit in the middle ends it", () => {
  test("between two queries: asked about once, and the rest is incomplete", async () => {
    const step = await openStep();
    await step.addMany(200);
    const { json } = await step.rest("GET", "/rate_limit");
    const reset = json.resources.graphql.reset as number;
    await step.change({ limits: { "user:mona": { graphql: { remaining: 1 } } } });
    const found = await step.run();
    expect(found.asked).toEqual(["POST /graphql 200", "POST /graphql 200", "GET /rate_limit 200"]);
    const at = new Date(reset * 1000).toISOString();
    expect(found.document.ended).toEqual({
      because: `the forge gives this credential no more requests until ${at}`,
      resetsAt: at,
    });
    const states = found.document.targets.map(({ state }) => state);
    expect(states.filter((state) => state === "incomplete")).toHaveLength(75);
    expect(found.document.targets[199]?.unread).toEqual([
      {
        what: "repository",
        because: `the forge gives this credential no more requests until ${at}`,
      },
    ]);
    expect(found.document.targets[0]?.repository).toMatchObject({ fullName: "acme/many-0001" });
  });

  test.each([
    ["asked too fast, with a wait", { "retry-after": "60" }, 60],
    ["asked too fast, without a word on how long", { "x-ratelimit-remaining": "4000" }, undefined],
    ["used up", { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1900000000" }, 1_900_000_000],
    [
      "used up, until no date that there is",
      { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "9".repeat(15) },
      undefined,
    ],
  ])("%s: nothing is asked but how much is left", async (_, headers, end) => {
    const step = await openStep({ targets: ["acme/api", "acme/infra"] });
    await step.addWorkflow("acme/api", "ci.yml");
    const message = "You have exceeded a secondary rate limit.";
    for (const status of [403, 429]) {
      const play = { kind: "status", status, message, headers } as const;
      step.emulator.setFaults([{ on: "POST /graphql", play }]);
      const { asked, document } = await step.run();
      expect(asked.map((line) => line.replace(/304$/, "200"))).toEqual([
        `POST /graphql ${status}`,
        "GET /rate_limit 200",
      ]);
      expect(document.targets.map(({ state }) => state)).toEqual(["incomplete", "incomplete"]);
      const at = Date.parse(document.ended?.resetsAt ?? "") / 1000;
      if (end === undefined) expect(document.ended).toMatchObject({ resetsAt: null });
      else if (end > 60) expect(at).toBe(end);
      // The forge's clock, to the second.
      else expect(Math.abs(at - end - Date.now() / 1000)).toBeLessThan(30);
    }
  });

  test("that says itself less than the first answer did leaves what that one said", async () => {
    const step = await openStep({ targets: ["acme/api"] });
    const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1900000000" };
    step.emulator.setFaults([
      { on: "POST /graphql", play: { kind: "status", status: 403, headers } },
      { on: "GET /rate_limit", play: { kind: "status", status: 403, headers: {} } },
    ]);
    const { document, asked } = await step.run();
    expect(asked).toEqual(["POST /graphql 403", "GET /rate_limit 403"]);
    expect(document.ended?.resetsAt).toBe(new Date(1_900_000_000_000).toISOString());
  });

  test("before a token was made: nothing more is asked at all", async () => {
    const step = await openStep({ targets: ["acme/api"] });
    const { env } = await step.addReadApp();
    step.emulator.setFaults([{ on: "POST /app/**", play: { kind: "secondary-limit" } }]);
    const { document, asked } = await step.run(env);
    expect(asked).toHaveLength(2);
    expect(document).toMatchObject({
      targets: [{ state: "incomplete", repository: null }],
      ended: { because: expect.stringContaining("no more requests") as string },
    });
  });

  test("between targets that were known and others: what was not asked of the known ones is told", async () => {
    const step = await openStep({ targets: ["acme/api"] });
    await step.addWorkflow("acme/api", "ci.yml");
    await step.run();
    step.write({ targets: ["acme/api", "acme/infra"] });
    step.emulator.setFaults([{ on: "POST /graphql", after: 1, play: { kind: "secondary-limit" } }]);
    const { document, asked } = await step.run();
    expect(asked).toEqual(["POST /graphql 200", "POST /graphql 403", "GET /rate_limit 200"]);
    expect(document.targets).toMatchObject([
      { state: "incomplete", unread: [{ what: "workflow states" }] },
      { state: "incomplete", unread: [{ what: "repository" }] },
    ]);
  });

  test("between two lists of workflows", async () => {
    const step = await openStep({ targets: ["acme/api", "acme/infra", "acme/web"] });
    for (const name of ["acme/api", "acme/infra", "acme/web"])
      await step.addWorkflow(name, "ci.yml");
    await step.change({ limits: { "user:mona": { core: { remaining: 1 } } } });
    const found = await step.run();
    expect(found.asked).toEqual([
      "POST /graphql 200",
      "GET /repos/acme/api/actions/workflows 200",
      "GET /repos/acme/infra/actions/workflows 403",
      "GET /rate_limit 200",
    ]);
    expect(found.document.targets.map(({ state }) => state)).toEqual([
      "complete",
      "incomplete",
      "incomplete",
    ]);
  });
});
