import { readFileSync } from "node:fs";
import { Validator } from "@cfworker/json-schema";
import { describe, expect, test } from "vitest";
import { openStep, packageOf, statesOf } from "./precompute-bench.ts";

const path = "../../../src/admission/precompute/control-precompute.schema.json";
const schema = JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8")) as object;

describe("what a run knows of its targets", () => {
  test("is what each is, and the document is as its schema says", async () => {
    const step = await openStep({ targets: ["acme/api", "acme/web"] });
    await step.addWorkflow("acme/api", "ci.yml");
    await step.addWorkflow("acme/api", "old.yaml", "name: Old");
    await step.rest("PUT", "/repos/acme/api/actions/workflows/old.yaml/disable");
    await step.rest("POST", "/repos/acme/api/issues", { body: { title: "A" } });
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
        openIssues: 1,
        openPullRequests: null,
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
    const packages = packageOf(["administration", "issues", "pull_requests"]);
    const step = await openStep({ targets: ["acme/api"], packages });
    await step.change({
      repositories: { "acme/api": { issues: false, pullRequests: false, actions: false } },
    });
    const permissions = {
      contents: "read",
      actions: "read",
      issues: "read",
      pull_requests: "read",
      administration: "read",
    };
    const { document } = await step.run({ CP_FORGE_TOKEN: await step.issue({ permissions }) });
    expect(document.targets).toMatchObject([
      {
        state: "complete",
        repository: { features: { issues: false, pullRequests: false, actions: false } },
      },
    ]);
  });

  test("a credential that may not know one switch is not asked for the next", async () => {
    const packages = packageOf(["administration"]);
    const step = await openStep({ targets: ["acme/api", "acme/infra", "acme/web"], packages });
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
  test("lists and files that the token may not read", async () => {
    const step = await openStep({ targets: ["acme/api", "acme/web"] });
    const token = await step.issue({ permissions: { actions: "read" } });
    const found = await step.run({ CP_FORGE_TOKEN: token });
    const because = "Resource not accessible by personal access token";
    expect(statesOf(found)).toEqual([
      `acme/api | incomplete | workflow files: ${because} | open issues: ${because}`,
      "acme/web | complete",
    ]);
    expect(found.document.targets[0]?.repository).toMatchObject({
      fullName: "acme/api",
      workflows: null,
      openIssues: null,
    });
  });

  test.each([
    [["issues"], { issues: "read" }, { openIssues: 1, openPullRequests: null }],
    [["pull_requests"], { pull_requests: "read" }, { openIssues: null, openPullRequests: 0 }],
    [[], {}, { openIssues: null, openPullRequests: null }],
  ] as const)(
    "packages that need %o, by a token with no more: nothing is a gap",
    async (...row) => {
      const [apis, needed, counts] = row;
      const step = await openStep({ targets: ["acme/api"], packages: packageOf(apis) });
      await step.rest("POST", "/repos/acme/api/issues", { body: { title: "A" } });
      const permissions = { contents: "read", actions: "read", ...needed };
      const found = await step.run({ CP_FORGE_TOKEN: await step.issue({ permissions }) });
      expect(statesOf(found)).toEqual(["acme/api | complete"]);
      expect(found.document.targets[0]?.repository).toMatchObject(counts);
    },
  );

  test("of two lists, the one that the token may not read; what is switched off is none", async () => {
    const packages = packageOf(["issues", "pull_requests"]);
    const step = await openStep({ targets: ["acme/api", "acme/infra"], packages });
    await step.change({ repositories: { "acme/infra": { issues: false } } });
    const permissions = { contents: "read", actions: "read", pull_requests: "read" };
    const found = await step.run({ CP_FORGE_TOKEN: await step.issue({ permissions }) });
    expect(statesOf(found)).toEqual([
      "acme/api | incomplete | open issues: Resource not accessible by personal access token",
      "acme/infra | complete",
    ]);
    expect(found.document.targets[0]?.repository).toMatchObject({
      openIssues: null,
      openPullRequests: 0,
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
