import { describe, expect, test } from "vitest";
import { RateLimited, SingleSignOnRequired } from "../../../src/forge/forge-errors.ts";
import { readFolderFiles } from "../../../src/forge/resources/folder-files.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import { failureOf, openBench, openOddForge } from "../forge-bench.ts";

const repository = requireRepositoryName("acme/api", "--repo");
const request = {
  folder: ".forge/workflows",
  additional: ["aw.yml", "none.yml"],
  wants: (path: string) => path.endsWith(".md"),
};
const files = [
  [".forge/workflows/review.md", "Prüfe das."],
  [".forge/workflows/shared/control.md", "---\n---\n"],
  [".forge/workflows/review.lock.yml", "compiled"],
  [".forge/workflows/a/b/deep.md", "too deep"],
  ["aw.yml", "name: x"],
] as const;
const wanted = [files[0], files[1], files[4]].map(([path, text]) => ({ path, text }));

async function openFilled(more: readonly (readonly [string, string])[] = []) {
  const bench = await openBench();
  for (const [path, text] of [...files, ...more]) {
    const content = Buffer.from(text).toString("base64");
    const body = { message: "Add it", content };
    const { status } = await bench.rest("PUT", `/repos/acme/api/contents/${path}`, { body });
    expect(status).toBe(201);
  }
  const before = bench.emulator.requests().length;
  return {
    ...bench,
    asked: () =>
      bench.emulator
        .requests()
        .slice(before)
        .map(({ method, path }) => `${method} ${path}`),
  };
}

describe("the files of a folder", () => {
  test("are read with one request, including files in subfolders and in other locations", async () => {
    const { client, asked } = await openFilled();
    expect(await readFolderFiles(client, repository, request)).toEqual(wanted);
    expect(asked()).toEqual(["POST /graphql"]);
  });

  test.each([403, 404, 502])(
    "are read one by one if queries are answered with %i",
    async (status) => {
      const { client, asked, emulator } = await openFilled();
      emulator.setFaults([{ on: "POST /graphql", times: 0, play: { kind: "status", status } }]);
      expect(await readFolderFiles(client, repository, request)).toEqual(wanted);
      expect(asked()).toContain("GET /repos/acme/api/contents/.forge/workflows/shared/control.md");
      expect(asked()).not.toContain(
        "GET /repos/acme/api/contents/.forge/workflows/review.lock.yml",
      );
    },
  );

  test("a file too long for a query is requested separately; a binary file has no text", async () => {
    const long = "é".repeat(300_000);
    const { client, asked } = await openFilled([
      [".forge/workflows/long.md", long],
      [".forge/workflows/odd.md", "\0"],
    ]);
    const found = await readFolderFiles(client, repository, request);
    expect(found.map(({ path }) => path)).toEqual([
      ".forge/workflows/long.md",
      ".forge/workflows/odd.md",
      ...wanted.map(({ path }) => path),
    ]);
    expect(found.slice(0, 2).map(({ text }) => text)).toEqual([long, undefined]);
    expect(asked()).toHaveLength(2);
  });

  test("a file that is too long to be sent is listed without text, and does not affect the other files", async () => {
    const { client } = await openFilled([[".forge/workflows/huge.md", "é".repeat(800_000)]]);
    const found = await readFolderFiles(client, repository, request);
    expect(found).toEqual([{ path: ".forge/workflows/huge.md", text: undefined }, ...wanted]);
  });

  test("are an empty list if the folder does not exist, and an error if the repository does not", async () => {
    const { client } = await openBench();
    expect(await readFolderFiles(client, repository, { ...request, folder: "no" })).toEqual([]);
    const nowhere = requireRepositoryName("acme/nowhere", "--repo");
    expect(await failureOf(readFolderFiles(client, nowhere, request))).toMatchObject({
      status: 404,
    });
  });

  test("a file that a query cannot read is not requested separately after a rate limit or single sign-on", async () => {
    const answer = async (error: object) => {
      const { client, asked } = await openOddForge((_, response) => {
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify({ data: { repository: null }, errors: [error] }));
      });
      const failure = await failureOf(readFolderFiles(client, repository, request));
      expect(asked()).toHaveLength(1);
      return failure;
    };
    expect(await answer({ type: "RATE_LIMITED" })).toBeInstanceOf(RateLimited);
    const signOn = { type: "FORBIDDEN", extensions: { saml_failure: true } };
    expect(await answer(signOn)).toBeInstanceOf(SingleSignOnRequired);
  });
});
