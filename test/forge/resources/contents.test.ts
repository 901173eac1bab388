import { describe, expect, test } from "vitest";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import { findFile, putFile } from "../../../src/forge/resources/contents.ts";
import { failureOf, openBench, openOddForge } from "../forge-bench.ts";

const repository = requireRepositoryName("acme/control", "--repo");

async function answering(body: unknown) {
  const { client } = await openOddForge((_request, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body)),
  );
  return client;
}

const find = async (body: unknown) => findFile(await answering(body), repository, "a.json");

describe("a file", () => {
  test("is read from base64, also if it is empty", async () => {
    const file = { type: "file", encoding: "base64", sha: "5" };
    expect(await find({ ...file, content: "e30=\n" })).toEqual({ text: "{}", sha: "5" });
    expect(await find({ ...file, content: "" })).toEqual({ text: "", sha: "5" });
  });

  test("that is too large to be sent is not read as empty", async () => {
    const failure = find({ type: "file", encoding: "none", content: "", sha: "5" });
    await expect(failure).rejects.toMatchObject({
      exitCode: 4,
      message: expect.stringContaining(
        "GET /repos/acme/control/contents/a.json failed: unexpected response: " +
          "the content is not encoded in base64, as for every file larger than one megabyte",
      ),
    });
  });

  test.each([
    ["directory", [{ type: "file", name: "b" }]],
    ["symlink", { type: "symlink", target: "/b", sha: "5" }],
    ["submodule", { type: "submodule", submodule_git_url: null, sha: "5" }],
  ])("that is a %s is refused with an error that names its type", async (what, body) => {
    const failure = await failureOf(find(body));
    expect(failure).toMatchObject({ exitCode: 2, message: `a.json is a ${what}, not a file.` });
  });

  test("without content is not accepted", async () => {
    expect(await failureOf(find({ type: "file", sha: "5" }))).toMatchObject({ exitCode: 4 });
  });
});

describe("a completed commit", () => {
  const change = { path: "a.json", content: "a ü\n", message: "Make it" };

  test.each([[{ content: null, commit: {} }], [{ content: {}, commit: {} }], [undefined]])(
    "is reported even if the forge answers %j",
    async (body) => {
      const bench = await openBench();
      const reported = await putFile(bench.client, repository, change);
      expect(await putFile(await answering(body), repository, change)).toBe(reported);
    },
  );
});
