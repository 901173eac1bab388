import { describe, expect, test } from "vitest";
import { compileSource } from "../../src/compiler/compile-source.ts";
import { firstDefinition } from "../../src/compiler/first-definition.ts";
import { settings } from "../compiler/pipeline/compile-text.ts";
import { max, openOutputs, pull, repo, shown } from "./outputs-bench.ts";

function pipelineText(): string {
  const source = { settings, programs: { mint: "//", revoke: "//" }, source: "a.md", version: "1" };
  return compileSource(Buffer.from("---\nname: a\n---\nLook.\n"), source).text ?? "";
}

describe("a pull request", () => {
  test("keeps a program executable, and removes deleted files", async () => {
    const job = await openOutputs();
    await makeBase(job, "base", [
      { path: "run.sh", mode: "100755", type: "blob", content: "echo 1" },
      { path: "old/a.txt", mode: "100644", type: "blob", content: "old" },
    ]);
    const files = [
      { path: "run.sh", content: "echo 2" },
      { path: "old/a.txt", delete: true },
      { path: "new.sh", content: "echo 3" },
    ];
    job.write({ ...pull, base: "base", files });
    const { code } = await job.apply(max);
    expect(code).toBe(0);
    const head = (await job.rest("GET", `${repo}/git/ref/heads/agent/mend`)).json.object.sha;
    const { tree, message } = (await job.rest("GET", `${repo}/git/commits/${head}`)).json;
    expect(message).toBe("Mend the page");
    const { json } = await job.rest("GET", `${repo}/git/trees/${tree.sha}`);
    expect(json.tree.map(({ path, mode }: Record<string, string>) => `${path} ${mode}`)).toEqual([
      "README.md 100644",
      "new.sh 100644",
      "run.sh 100755",
    ]);
  });

  test.each([
    [[{ path: "link", content: "x" }], '"link" is a symbolic link.'],
    [
      [{ path: "link/below", content: "x" }],
      '✖ pull-request 1 of 1: line 1: "link" is not a folder. ✖ Nothing is applied, 1 failed.',
    ],
    [[{ path: "old", content: "x" }], '"old" is a folder.'],
    [[{ path: "old", delete: true }], '"old" is a folder.'],
    [[{ path: "none.md", delete: true }], '"none.md" does not exist, so it cannot be deleted.'],
    [[{ path: "README.md/a", content: "x" }], '"README.md" is not a folder.'],
  ])("rejects %j", async (files, reason) => {
    const job = await openOutputs();
    await makeBase(job, "base", [
      { path: "link", mode: "120000", type: "blob", content: "README.md" },
      { path: "old/a.txt", mode: "100644", type: "blob", content: "old" },
    ]);
    const before = job.writes().length;
    job.write({ ...pull, base: "base", files });
    const { code, out } = await job.apply(max);
    expect(code).toBe(5);
    expect(shown(out)).toContain(reason);
    expect(
      job
        .writes()
        .slice(before)
        .filter((line) => line.includes("/git/")),
    ).toEqual([]);
  });

  test.each([
    ["flow.txt", pipelineText(), "was made by gatehouse"],
    ["deep/flow", `\n${pipelineText().split("\n")[1]}`, "was made by gatehouse"],
    ["ci/probe.md", firstDefinition("probe", "forge"), "is the definition of an agent"],
    ["ci/probe.md", "\ufeff\r\n---\r\nname: a\r\nsafe-outputs: {}\r\n---\r\n", "is the definition"],
  ])("rejects a change of %s, which controls agents", async (path, content, reason) => {
    const job = await openOutputs();
    await makeBase(job, "base", [{ path, mode: "100644", type: "blob", content }]);
    const before = job.writes().length;
    for (const change of [{ content: "x" }, { delete: true }]) {
      job.write({ ...pull, base: "base", files: [{ path, ...change }] });
      const { code, out } = await job.apply(max);
      expect(code).toBe(5);
      expect(shown(out)).toContain(`"${path}" ${reason}`);
    }
    const made = job.writes().slice(before);
    expect(made.filter((line) => line.includes("/git/"))).toEqual([]);
  });

  test("changes a text with a front matter that is none of an agent's", async () => {
    const job = await openOutputs();
    const content = "---\ntitle: engine\n---\n---\nsafe-outputs: none\n---\n# @gatehouse source=\n";
    await makeBase(job, "base", [{ path: "page.md", mode: "100644", type: "blob", content }]);
    job.write({ ...pull, base: "base", files: [{ path: "page.md", content: "x" }] });
    expect((await job.apply(max)).code).toBe(0);
  });

  test("of a branch that is there fails plainly, and the branch stays as it is", async () => {
    const job = await openOutputs();
    const sha = await makeBase(job, "agent/mend", []);
    job.write(pull);
    const { code, out } = await job.apply(max);
    expect(code).toBe(5);
    expect(out).toContain("Branch agent/mend already exists.");
    const { json } = await job.rest("GET", `${repo}/git/ref/heads/agent/mend`);
    expect(json.object.sha).toBe(sha);
  });

  test("of a base that is not there fails plainly", async () => {
    const job = await openOutputs();
    job.write({ ...pull, base: "none" });
    expect((await job.apply(max)).out).toContain("Branch none not found.");
  });

  test("deletes its branch if it is rejected, and can be tried again", async () => {
    const job = await openOutputs();
    await job.control("PUT", "faults", [
      { on: "POST /repos/acme/control/pulls", play: { kind: "status", status: 422 } },
    ]);
    job.write(pull);
    expect((await job.apply(max)).code).toBe(5);
    expect((await job.rest("GET", `${repo}/git/ref/heads/agent/mend`)).status).toBe(404);
    expect((await job.apply(max)).code).toBe(0);
  });
});

/**
 * Creates a branch of main with these files.
 * @returns the commit at its tip
 */
async function makeBase(
  { rest }: Awaited<ReturnType<typeof openOutputs>>,
  name: string,
  tree: object[],
): Promise<string> {
  const parent = (await rest("GET", `${repo}/git/ref/heads/main`)).json.object.sha;
  const base_tree = (await rest("GET", `${repo}/git/commits/${parent}`)).json.tree.sha;
  const made = (await rest("POST", `${repo}/git/trees`, { body: { base_tree, tree } })).json.sha;
  const commit = { message: "m", tree: made, parents: [parent] };
  const { sha } = (await rest("POST", `${repo}/git/commits`, { body: commit })).json;
  await rest("POST", `${repo}/git/refs`, { body: { ref: `refs/heads/${name}`, sha } });
  return sha;
}
