import { expect, test } from "vitest";
import { MisshapenAnswer } from "../../../src/forge/forge-errors.ts";
import { Cancelled } from "../../../src/shared/errors.ts";
import { listHidden, listOwnedBy } from "../../../src/forge/resources/repositories.ts";
import { failureOf, openOddForge } from "../forge-bench.ts";

function answering(body: unknown) {
  return openOddForge((_request, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body)),
  );
}

test("hidden repositories are those that are private", async () => {
  const listed = [
    { full_name: "acme/web", private: false },
    { full_name: "acme/api", private: true },
  ];
  const { client } = await answering(listed);
  expect(await listHidden(client)).toEqual(["acme/api"]);
});

test("a repository without a visibility is not public", async () => {
  const { client } = await answering([{ full_name: "acme/secret" }]);
  const failure = await failureOf(listHidden(client));
  expect(failure).toBeInstanceOf(MisshapenAnswer);
  expect(failure.message).toContain('"0.private" is missing');
});

/**
 * Creates a forge with this many pages of a hundred repositories. The owner's repositories are on
 * the last page.
 */
function openLongList(pages: number) {
  const page = (owner: string) =>
    Array.from({ length: 100 }, (_, at) => ({ full_name: `${owner}/r${at}`, private: true }));
  return openOddForge(({ path }, response) => {
    const at = Number(new URLSearchParams(path.split("?")[1]).get("page") ?? "1");
    const listed = page(at === pages ? "ACME" : "aaa");
    const there = at < pages ? `page=${at + 1}>; rel="next"` : `page=1>; rel="first"`;
    const link = `<http://${response.req.headers.host}/api/v3/user/repos?${there}`;
    response
      .writeHead(200, { "content-type": "application/json", link })
      .end(JSON.stringify(listed));
  });
}

test("an owner's repositories are found among hundreds of other repositories", async () => {
  const { client, asked } = await openLongList(3);
  const { entries, cutShort } = await listOwnedBy(client, "acme");
  expect(entries).toHaveLength(100);
  expect(cutShort).toBeUndefined();
  expect(asked()).toHaveLength(3);
});

test.each([
  ["that is refused", 502, "[]"],
  ["in another shape", 200, "{}"],
])("results before a page %s count, and the missing part is reported", async (_, status, text) => {
  const { client } = await openOddForge(({ path }, response) => {
    const isFirst = !path.includes("&page=2");
    const listed = [{ full_name: "acme/api", private: true }];
    const link = `<http://${response.req.headers.host}/api/v3/user/repos?x=1&page=2>; rel="next"`;
    response
      .writeHead(isFirst ? 200 : status, { "content-type": "application/json", link })
      .end(isFirst ? JSON.stringify(listed) : text);
  });
  const { entries, cutShort } = await listOwnedBy(client, "acme");
  expect(entries).toEqual(["acme/api"]);
  expect(cutShort).toMatch(/[^.]$/);
});

test("a list is an error if its request is stopped", async () => {
  const { client } = await openLongList(2);
  const stop = new AbortController();
  stop.abort(new Cancelled());
  expect(await failureOf(listOwnedBy(client, "acme", stop.signal))).toBeInstanceOf(Cancelled);
});

test("a list that is too long to read is reported as such", async () => {
  const { client, asked } = await openLongList(11);
  const { entries, cutShort } = await listOwnedBy(client, "acme");
  expect(entries).toEqual([]);
  expect(cutShort).toBe("the list has more than 10 pages of 100");
  expect(asked()).toHaveLength(10);
});
