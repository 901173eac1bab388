import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { findShapes } from "../../../src/shared/redact.ts";
import { administered, openStep, statesOf } from "./precompute-bench.ts";

const path = "../../../src/run/precompute/control-precompute.schema.json";
const schema = JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8")) as object;

describe("the facts about a run's targets", () => {
  test("contain each target, and the document matches its schema", async () => {
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
    expect(new Ajv2020({ validateFormats: false }).validate(schema, document)).toBe(true);
  });

  test("include the state of each target, and the new name of a renamed target", async () => {
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

  test("reveal nothing about a repository that now belongs to an owner who is not allowed", async () => {
    const step = await openStep({ targets: ["acme/web"] });
    await step.rest("POST", "/repos/acme/web/transfer", { body: { new_owner: "mona" } });
    const { document } = await step.run();
    expect(document.targets).toMatchObject([
      { state: "incomplete", renamedTo: "mona/web", repository: null },
    ]);
  });

  test("are neither requested nor cached if a repository now belongs to another owner", async () => {
    const targets = ["acme/api", "acme/web"];
    const step = await openStep({ targets, packages: administered });
    await step.addWorkflow("acme/web", "ci.yml");
    await step.run();
    await step.addWorkflow("acme/web", "strange.yml");
    await step.rest("POST", "/repos/acme/web/transfer", { body: { new_owner: "mona" } });
    step.pass(61);
    const token = await step.issue({ owner: "mona" });
    for (const env of [{ CP_FORGE_TOKEN: step.token }, { CP_FORGE_TOKEN: token }]) {
      const { asked } = await step.run(env);
      expect(asked.filter((line) => line.includes("/web"))).toEqual([]);
    }
    const cache = join(step.folder, "cache");
    const kept = readdirSync(cache).map((name) => readFileSync(join(cache, name), "utf8"));
    expect(kept.join()).not.toContain("strange.yml");
    expect(kept.join()).not.toContain('"acme/web": {');
  });

  test("report a repository with two target names once, under its current name", async () => {
    const step = await openStep({ targets: ["acme/infra", "acme/base"] });
    await step.rest("PATCH", "/repos/acme/infra", { body: { name: "base" } });
    await step.addWorkflow("acme/base", "ci.yml");
    const found = await step.run();
    expect(statesOf(found)).toEqual([
      "acme/infra | incomplete | repository: it is the same repository as the target acme/base",
      "acme/base | complete",
    ]);
    expect(found.asked.filter((line) => line.startsWith("GET"))).toHaveLength(1);
  });

  test("exclude details of an archived repository, which are not requested", async () => {
    const step = await openStep({ targets: ["acme/web"] });
    await step.addWorkflow("acme/web", "ci.yml");
    await step.rest("PATCH", "/repos/acme/web", { body: { archived: true } });
    const found = await step.run();
    expect(found.asked).toEqual(["POST /graphql 200"]);
    expect(statesOf(found)).toEqual(["acme/web | archived"]);
  });

  test("redact a repository name that resembles a credential, and keep the other facts", async () => {
    const step = await openStep({ targets: ["acme/web", "acme/api"] });
    const name = `ghp_${"a1B2".repeat(9)}`;
    await step.rest("PATCH", "/repos/acme/web", { body: { name } });
    const { document } = await step.run();
    expect(document.targets).toMatchObject([
      { state: "complete", renamedTo: "acme/[secret]", repository: { fullName: "acme/[secret]" } },
      { state: "complete" },
    ]);
    expect(findShapes(JSON.stringify(document))).toEqual([]);
  });

  test("contain names and reasons as plain text", async () => {
    const step = await openStep({ targets: ["acme/api", "acme/infra"] });
    await step.addWorkflow("acme/api", "ci.yml", "name: a\u202e\u001b[31mb");
    await step.addWorkflow("acme/infra", "ci.yml");
    const message = "no\u001b[2J\u202e way";
    const list = "GET /repos/acme/infra/actions/workflows";
    step.emulator.setFaults([
      { on: list, times: 0, play: { kind: "status", status: 404, message } },
    ]);
    const { document } = await step.run();
    expect(document.targets).toMatchObject([
      { repository: { workflows: [{ name: "ab" }] } },
      { unread: [{ reason: expect.stringContaining("404 no way") as string }] },
    ]);
  });

  test("include disabled features if the credential can read them", async () => {
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

  test("exclude a setting after the credential could not read it once", async () => {
    const targets = ["acme/api", "acme/infra", "acme/web"];
    const step = await openStep({ targets, packages: administered });
    const { asked } = await step.run();
    expect(asked).toEqual(["POST /graphql 200", "GET /repos/acme/api/actions/permissions 403"]);
  });

  test("list targets beyond the cap, without requests for them", async () => {
    const targets = ["acme/api", "ACME/API", "acme/web", "acme/infra"];
    const step = await openStep({ targets, caps: { repositories: 2, dispatches: 1 } });
    const { document } = await step.run();
    expect(document.targets.map(({ target }) => target)).toEqual(["acme/api", "acme/web"]);
    expect(document.beyondCap).toEqual(["acme/infra"]);
  });
});

describe("unreadable facts are reported and not guessed", () => {
  test("for files that the token cannot read", async () => {
    const step = await openStep({ targets: ["acme/api", "acme/web"] });
    const token = await step.issue({ permissions: { actions: "read" } });
    const found = await step.run({ CP_FORGE_TOKEN: token });
    const reason = "Resource not accessible by personal access token";
    expect(statesOf(found)).toEqual([
      `acme/api | incomplete | workflow files: ${reason}`,
      "acme/web | complete",
    ]);
    expect(found.document.targets[0]?.repository).toMatchObject({
      fullName: "acme/api",
      workflows: null,
    });
  });

  test("for repositories that require single sign-on", async () => {
    const step = await openStep({ targets: ["acme/api", "acme/web"] });
    await step.change({ organizations: { acme: { singleSignOn: "required" } } });
    expect(statesOf(await step.run())).toEqual([
      "acme/api | incomplete | repository: the organization requires single sign-on",
      "acme/web | complete",
    ]);
  });

  test("for a target whose workflow list fails, and the next target is read", async () => {
    const step = await openStep({ targets: ["acme/api", "acme/infra"] });
    await step.addWorkflow("acme/api", "ci.yml");
    await step.addWorkflow("acme/infra", "ci.yml");
    const list = "/repos/acme/api/actions/workflows";
    step.emulator.setFaults([
      { on: `GET ${list}`, times: 0, play: { kind: "status", status: 502 } },
    ]);
    expect(statesOf(await step.run())).toEqual([
      expect.stringContaining(
        "acme/api | incomplete | workflow states: GET /repos/acme/api/actions/workflows failed: 502 The embedded forge returned 502.",
      ),
      "acme/infra | complete",
    ]);
  });

  test("for workflows in an unexpected form, and other workflows are reported", async () => {
    const step = await openStep({ targets: ["acme/api"] });
    await step.addWorkflow("acme/api", "ci.yml");
    const path = ".forge/workflows/ci.yml";
    const text = JSON.stringify({
      total_count: 2,
      workflows: [{ path: 7 }, { path, name: "CI", state: "active" }],
    });
    const list = "GET /repos/acme/api/actions/workflows";
    step.emulator.setFaults([{ on: list, play: { kind: "body", text } }]);
    const found = await step.run();
    expect(statesOf(found)).toEqual([
      "acme/api | incomplete | workflow states: some entries of the list are invalid",
    ]);
    expect(found.document.targets[0]?.repository?.workflows).toMatchObject([{ name: "CI" }]);
  });

  test("for all targets if the server has no GraphQL, or the step has no credential", async () => {
    const step = await openStep({ targets: ["acme/api"] });
    step.emulator.setFaults([{ on: "POST /graphql", play: { kind: "status", status: 404 } }]);
    const nothing = [{ state: "incomplete", repository: null }];
    expect((await step.run()).document).toMatchObject({
      credential: "pat",
      targets: nothing,
      ended: {
        reason: expect.stringContaining(
          "The API rejected POST /graphql: 404 The embedded forge returned 404",
        ) as string,
      },
    });
    const { document, asked } = await step.run({});
    expect(document).toMatchObject({
      credential: null,
      targets: nothing,
      ended: { reason: "this step has no credential for reading targets" },
    });
    expect(asked).toEqual([]);
    expect(new Ajv2020({ validateFormats: false }).validate(schema, document)).toBe(true);
  });

  test("unless the credential is rejected halfway, which stops the reading", async () => {
    const step = await openStep({ targets: ["acme/api"] });
    await step.addWorkflow("acme/api", "ci.yml");
    const list = "GET /repos/acme/api/actions/workflows";
    step.emulator.setFaults([{ on: list, play: { kind: "status", status: 401 } }]);
    await expect(step.run()).rejects.toMatchObject({ exitCode: 3, status: 401 });
  });

  test("after a failed query was split in half a limited number of times", async () => {
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

  test("for all targets if the forge cannot be reached", async () => {
    const step = await openStep({ targets: ["acme/api"] });
    const found = await step.run({
      CP_FORGE_TOKEN: step.token,
      FORGE_API_URL: "http://127.0.0.1:1/api/v3",
    });
    expect(found.requests.requests).toBe(1);
    expect(found.document).toMatchObject({
      targets: [{ state: "incomplete", unread: [{ what: "repository" }], repository: null }],
      ended: {
        reason: expect.stringContaining(
          "POST /graphql failed: connect ECONNREFUSED 127.0.0.1:1",
        ) as string,
      },
    });
  });
});
