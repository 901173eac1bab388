import { describe, expect, test } from "vitest";
import { readRepositoryFacts } from "../../../src/forge/resources/repository-facts.ts";
import { failureOf, openBench, openOddForge } from "../forge-bench.ts";

/** Parses a forge's response to the query. */
async function readFrom(body: unknown, names: readonly string[]) {
  const { client } = await openOddForge((_request, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(body));
  });
  return readRepositoryFacts(client, names);
}

describe("facts about repositories from the forge", () => {
  test("contain their visibility, and whether the account can write", async () => {
    const { client } = await openBench();
    const names = ["acme/web", "acme/api", "acme/infra", "globex/tools"];
    const facts = await readRepositoryFacts(client, names);
    expect(
      [...facts].map(([name, { visibility, canWrite }]) => [name, visibility, canWrite]),
    ).toEqual([
      ["acme/web", "public", true],
      ["acme/api", "private", true],
      ["acme/infra", "internal", true],
      ["globex/tools", "private", false],
    ]);
  });

  test("need one query for any number of repositories, and no REST capacity", async () => {
    const { client, emulator } = await openBench();
    const before = emulator.requests().length;
    await readRepositoryFacts(client, ["acme/web", "acme/api", "acme/infra"]);
    expect(
      emulator
        .requests()
        .slice(before)
        .map(({ path }) => path),
    ).toEqual(["/graphql"]);
  });

  test("are missing for repositories that do not exist or are not visible; names are kept as given", async () => {
    const { client } = await openBench();
    const names = ["acme/nowhere", "ACME/Web", 'acme/"} }'];
    const facts = await readRepositoryFacts(client, names);
    expect([...facts.keys()]).toEqual(["ACME/Web"]);
  });

  test("are not requested without names", async () => {
    const { client, emulator } = await openBench();
    const before = emulator.requests().length;
    expect(await readRepositoryFacts(client, [])).toEqual(new Map());
    expect(emulator.requests()).toHaveLength(before);
  });

  test.each([
    ["no data", {}],
    ["empty data", { data: null, errors: [{ type: "RATE_LIMITED", message: "too much" }] }],
  ])("are missing with %s: no repository becomes private because of it", async (_, body) => {
    const error = await failureOf(readFrom(body, ["acme/web"]));
    expect(error).toMatchObject({ exitCode: 3 });
    expect(error.message).toContain("POST /graphql");
  });

  test("are missing if the forge omits a repository for a reason other than that it does not exist", async () => {
    const gone = { type: "NOT_FOUND", path: ["r0"], message: "no such repository" };
    const barred = { type: "FORBIDDEN", path: ["r1"], message: "single sign-on is due" };
    const bodies = [
      { data: { r0: null, r1: null }, errors: [gone, barred] },
      { data: { r0: null, r1: null }, errors: [gone] },
    ];
    for (const body of bodies) {
      const error = await failureOf(readFrom(body, ["acme/nowhere", "acme/web"]));
      expect(error).toMatchObject({ exitCode: 3 });
      expect(error.message).not.toContain("no such repository");
    }
    const error = await failureOf(readFrom(bodies[0], ["acme/nowhere", "acme/web"]));
    expect(error.message).toContain("single sign-on is due");
  });

  test("are accepted with errors that are null", async () => {
    const node = { databaseId: 1, visibility: "PUBLIC", viewerPermission: null };
    const facts = await readFrom({ data: { r0: node }, errors: null }, ["acme/web"]);
    expect(facts.get("acme/web")).toEqual({ id: 1, visibility: "public", canWrite: false });
  });
});
