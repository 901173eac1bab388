import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { MisshapenAnswer } from "../../src/forge/forge-errors.ts";
import { readAllPages, readPages } from "../../src/forge/pages.ts";
import { listUnder } from "../../src/forge/read-shape.ts";
import { failureOf, openBench, openOddForge } from "./forge-bench.ts";

const variables = "/repos/acme/control/actions/variables";
const shape = listUnder("variables", v.object({ name: v.string() }));

/** A list that never ends: every page links to the next one. */
function openEndless(next: (origin: string, page: number) => string) {
  return openOddForge((request, response) => {
    const origin = `http://${request.headers.host}`;
    const page = Number(new URL(request.path, origin).searchParams.get("page") ?? 1);
    const link = `<${next(origin, page + 1)}>; rel="next", <${origin}/api/v3/x>; rel="last"`;
    response
      .writeHead(200, { "content-type": "application/json", link })
      .end(JSON.stringify({ variables: [{ name: `CP_X${page}` }] }));
  });
}

describe("a list", () => {
  test("is read page by page, as the forge's own links lead", async () => {
    const { client, emulator } = await openBench();
    for (let index = 0; index < 5; index += 1) {
      await client.request("POST", variables, { body: { name: `CP_X${index}`, value: "1" } });
    }
    const before = emulator.requests().length;
    const { entries, cutShort } = await readPages(client, variables, { shape, perPage: 2 });
    expect(entries.map(({ name }) => name)).toEqual(["CP_X0", "CP_X1", "CP_X2", "CP_X3", "CP_X4"]);
    expect(cutShort).toBeUndefined();
    expect(emulator.requests().length - before).toBe(3);
  });

  test("that goes on is left at its bound, and says so", async () => {
    const { client, asked } = await openEndless(
      (origin, page) => `${origin}/api/v3/l?page=${page}`,
    );
    const { entries, cutShort } = await readPages(client, "/l", { shape, mostPages: 3 });
    expect(entries.map(({ name }) => name)).toEqual(["CP_X1", "CP_X2", "CP_X3"]);
    expect(cutShort).toBe("the list has more than 3 pages of 100");
    expect(asked()).toHaveLength(3);
  });

  test("of which all is needed is no list when it is left early", async () => {
    const { client, asked } = await openEndless(
      (origin, page) => `${origin}/api/v3/l?page=${page}`,
    );
    const failure = await failureOf(readAllPages(client, "/l?x=1", { shape }));
    expect(failure).toBeInstanceOf(MisshapenAnswer);
    expect(failure.message).toContain("GET /l: the answer is not as expected: the list has more");
    expect(asked()).toHaveLength(100);
  });

  test.each([
    ["another host", () => "https://evil.example/api/v3/l?page=2"],
    ["another port", (origin: string) => `${origin.replace(/\d+$/, "1")}/api/v3/l?page=2`],
    ["what is not the API", (origin: string) => `${origin}/settings?page=2`],
    ["nowhere", () => "http://["],
  ])("does not lead to %s", async (_where, next) => {
    const { client, asked } = await openEndless(next);
    const failure = await failureOf(readPages(client, "/l", { shape }));
    expect(failure).toBeInstanceOf(MisshapenAnswer);
    expect(failure.message).toContain("GET /l");
    expect(asked()).toHaveLength(1);
  });

  test("in another form is said with the route and the field", async () => {
    const { client } = await openOddForge((_request, response) =>
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ variables: [{ name: "A" }, { name: 7, secret: "wordsOfIt" }] })),
    );
    const failure = await failureOf(readPages(client, "/l", { shape }));
    expect(failure.message).toBe(
      'The forge did not answer GET /l: the answer is not as expected: "variables.1.name" should be string',
    );
  });
});
