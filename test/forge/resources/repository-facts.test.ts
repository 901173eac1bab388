import { describe, expect, test } from "vitest";
import { readRepositoryFacts } from "../../../src/forge/resources/repository-facts.ts";
import { failureOf, openBench, openOddForge } from "../forge-bench.ts";

describe("what the forge tells of repositories", () => {
  test("is their visibility, and whether the login may write", async () => {
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

  test("comes by one query, whatever their number, and costs no REST capacity", async () => {
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

  test("is nothing for those that are not there or not to be seen, by the name as given", async () => {
    const { client } = await openBench();
    const names = ["acme/nowhere", "ACME/Web", 'acme/"} }'];
    const facts = await readRepositoryFacts(client, names);
    expect([...facts.keys()]).toEqual(["ACME/Web"]);
  });

  test("is not asked for without names", async () => {
    const { client, emulator } = await openBench();
    const before = emulator.requests().length;
    expect(await readRepositoryFacts(client, [])).toEqual(new Map());
    expect(emulator.requests()).toHaveLength(before);
  });

  test.each([
    ["no data", {}],
    ["empty data", { data: null, errors: [{ type: "RATE_LIMITED", message: "too much" }] }],
  ])("is no answer with %s: nobody's repository becomes private by it", async (_, body) => {
    const { client } = await openOddForge((_request, response) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(body));
    });
    const error = await failureOf(readRepositoryFacts(client, ["acme/web"]));
    expect(error).toMatchObject({ exitCode: 3 });
    expect(error.message).toContain("POST /graphql");
  });
});
