import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { MisshapenAnswer, RefusedByForge } from "../../src/forge/forge-errors.ts";
import { readAllPages, readPages } from "../../src/forge/pages.ts";
import { listUnder } from "../../src/forge/read-shape.ts";
import { failureOf, openBench, openOddForge } from "./forge-bench.ts";

const variables = "/repos/acme/control/actions/variables";
const shape = listUnder("variables", v.object({ name: v.string() }));

/** Creates a list that never ends: every page links to the next one. */
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

const nameAll = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `CP_X${index}` }));

/** Creates a list behind a proxy that drops the header with the links. */
function openLinkless(total: number, statesTotal: boolean) {
  return openOddForge((request, response) => {
    const query = new URL(request.path, "http://forge.example").searchParams;
    const size = Number(query.get("per_page"));
    const start = (Number(query.get("page") ?? 1) - 1) * size;
    const shown = nameAll(total).slice(start, start + size);
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify(statesTotal ? { total_count: total, variables: shown } : shown));
  });
}

describe("a list", () => {
  test("of a missing object is empty if the caller allows it, but never because a page is missing", async () => {
    const { client } = await openOddForge((request, response) => {
      const link = '</api/v3/there?page=2>; rel="next"';
      const isFirst = request.path.startsWith("/api/v3/there?per_page");
      response
        .writeHead(isFirst ? 200 : 404, { "content-type": "application/json", link })
        .end('{"variables":[{"name":"CP_X1"}]}');
    });
    const absent = [404];
    expect(await readAllPages(client, "/nowhere", { shape, absent })).toEqual([]);
    expect(await failureOf(readAllPages(client, "/nowhere", { shape }))).toBeInstanceOf(
      RefusedByForge,
    );
    expect(await failureOf(readAllPages(client, "/there", { shape, absent }))).toBeInstanceOf(
      RefusedByForge,
    );
  });

  test("is read page by page through the forge's own links", async () => {
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

  test("that continues is abandoned at its limit, and this is reported", async () => {
    const { client, asked } = await openEndless(
      (origin, page) => `${origin}/api/v3/l?page=${page}`,
    );
    const { entries, cutShort } = await readPages(client, "/l", { shape, mostPages: 3 });
    expect(entries.map(({ name }) => name)).toEqual(["CP_X1", "CP_X2", "CP_X3"]);
    expect(cutShort).toBe("the list has more than 3 pages of 100");
    expect(asked()).toHaveLength(3);
  });

  test("that must be complete is an error if it is abandoned early", async () => {
    const { client, asked } = await openEndless(
      (origin, page) => `${origin}/api/v3/l?page=${page}`,
    );
    const failure = await failureOf(readAllPages(client, "/l?x=1", { shape }));
    expect(failure).toBeInstanceOf(MisshapenAnswer);
    expect(failure.message).toContain(
      "GET /l failed: unexpected response: the list has more than 100 pages of 100",
    );
    expect(asked()).toHaveLength(100);
  });

  test.each([
    ["with its count", 5, true, 3],
    ["up to a page that is not full", 5, false, 3],
    ["up to an empty page", 4, false, 3],
    ["not beyond its count", 4, true, 2],
    ["once if it is short", 1, false, 1],
    ["once if it is empty", 0, false, 1],
  ])("without links is read %s", async (_, total, statesTotal, requests) => {
    const { client, asked } = await openLinkless(total, statesTotal);
    const { entries, cutShort } = await readPages(client, "/l", {
      shape: statesTotal ? shape : v.array(v.object({ name: v.string() })),
      perPage: 2,
    });
    expect(entries).toEqual(nameAll(total));
    expect(cutShort).toBeUndefined();
    expect(asked()).toHaveLength(requests);
  });

  test("without links is abandoned at its limit, and this is reported", async () => {
    const { client, asked } = await openLinkless(9, true);
    const { entries, cutShort } = await readPages(client, "/l", {
      shape,
      perPage: 2,
      mostPages: 3,
    });
    expect(entries).toEqual(nameAll(6));
    expect(cutShort).toBe("the list has more than 3 pages of 2");
    expect(asked()).toHaveLength(3);
  });

  test("that is shorter than its count ends at an empty page", async () => {
    const { client, asked } = await openOddForge((request, response) => {
      const found = request.path.includes("page=2") ? [] : nameAll(1);
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ total_count: 3, variables: found }));
    });
    expect(await readAllPages(client, "/l", { shape })).toEqual(nameAll(1));
    expect(asked()).toHaveLength(2);
  });

  test("that the forge truncates may have more entries", async () => {
    const { client } = await openLinkless(4, false);
    const options = { shape: v.array(v.object({ name: v.string() })), perPage: 2, mostEntries: 4 };
    expect(await readPages(client, "/l", options)).toEqual({
      entries: nameAll(4),
      cutShort: "the API lists at most 4 entries, so there may be more",
    });
  });

  test.each([
    ["another host", () => "https://evil.example/api/v3/l?page=2"],
    ["another port", (origin: string) => `${origin.replace(/\d+$/, "1")}/api/v3/l?page=2`],
    ["an address outside the API", (origin: string) => `${origin}/settings?page=2`],
    ["nowhere", () => "http://["],
  ])("does not follow a link to %s", async (_where, next) => {
    const { client, asked } = await openEndless(next);
    const failure = await failureOf(readPages(client, "/l", { shape }));
    expect(failure).toBeInstanceOf(MisshapenAnswer);
    expect(failure.message).toContain("GET /l");
    expect(asked()).toHaveLength(1);
  });

  test("in an unknown form is reported with the route and the field", async () => {
    const { client } = await openOddForge((_request, response) =>
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ variables: [{ name: "A" }, { name: 7, secret: "wordsOfIt" }] })),
    );
    const failure = await failureOf(readPages(client, "/l", { shape }));
    expect(failure.message).toBe(
      'GET /l failed: unexpected response: "variables.1.name" should be string',
    );
  });
});
