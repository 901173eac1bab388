import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../temporary-folder.ts";
import { openForge, type OpenForge } from "./open-forge.ts";

const repo = "/repos/acme/control";
const git = `${repo}/git`;

const file = (path: string, content: string, mode = "100644") => ({
  path,
  mode,
  type: "blob",
  content,
});

async function openGit() {
  const forge = await openForge();
  const head = (await forge.rest("GET", `${git}/ref/heads/main`)).json.object.sha as string;
  const top = (await forge.rest("GET", `${git}/commits/${head}`)).json.tree.sha as string;
  const post = (path: string, body: object) => forge.rest("POST", `${git}/${path}`, { body });
  /**
   * Creates a branch with one commit.
   * @returns the commit's SHA
   */
  const branch = async (name: string, tree: object[]): Promise<string> => {
    const made = (await post("trees", { base_tree: top, tree })).json.sha as string;
    const commit = { message: "Change", tree: made, parents: [head] };
    const { sha } = (await post("commits", commit)).json;
    expect((await post("refs", { ref: `refs/heads/${name}`, sha })).status).toBe(201);
    return sha;
  };
  return { ...forge, head, top, post, branch };
}

const textOf = async ({ rest }: OpenForge, path: string, ref: string) => {
  const { json } = await rest("GET", `${repo}/contents/${path}?ref=${ref}`);
  return Buffer.from(json.content ?? "", "base64").toString();
};

test("a branch is created from a tree and a commit, and the default branch does not change", async () => {
  const forge = await openGit();
  const sha = await forge.branch("agent/one", [file("a/b.txt", "new"), file("README.md", "other")]);
  expect((await forge.rest("GET", `${git}/ref/heads/agent/one`)).json.object.sha).toBe(sha);
  expect(await textOf(forge, "a/b.txt", "agent/one")).toBe("new");
  expect(await textOf(forge, "README.md", "agent/one")).toBe("other");
  expect(await textOf(forge, "README.md", "main")).toBe("# control\n");
  const names = (await forge.rest("GET", `${repo}/branches`)).json.map(
    (each: { name: string; commit: { sha: string } }) => [each.name, each.commit.sha],
  );
  expect(names).toEqual([
    ["main", forge.head],
    ["agent/one", sha],
  ]);
});

test("trees have the same hashes as in Git", async () => {
  const { post, rest } = await openGit();
  const tree = [file("a/b.txt", "one"), file("a.txt", "two"), file("a-b", "three", "100755")];
  const { json } = await post("trees", { tree });
  const folder = makeFolder("git");
  mkdirSync(join(folder, "a"));
  writeFileSync(join(folder, "a", "b.txt"), "one");
  writeFileSync(join(folder, "a.txt"), "two");
  writeFileSync(join(folder, "a-b"), "three", { mode: 0o755 });
  const run = (...args: string[]) => execFileSync("git", args, { cwd: folder, encoding: "utf8" });
  run("init", "--quiet");
  run("add", ".");
  expect(json.sha).toBe(run("write-tree").trim());
  const inner = json.tree.find(({ path }: { path: string }) => path === "a");
  expect((await rest("GET", `${git}/trees/${inner.sha}`)).json.tree).toMatchObject([
    { path: "b.txt", mode: "100644", type: "blob", size: 3 },
  ]);
});

test("a file's content is read by its hash, whatever tree contains it", async () => {
  const { post, rest } = await openGit();
  const content = "x".repeat(100);
  const [entry] = (await post("trees", { tree: [file("a.txt", content)] })).json.tree;
  const { json } = await rest("GET", `${git}/blobs/${entry.sha}`);
  expect(json).toMatchObject({ sha: entry.sha, size: 100, encoding: "base64" });
  expect(Buffer.from(json.content, "base64").toString()).toBe(content);
  expect((await rest("GET", `${git}/blobs/${"0".repeat(40)}`)).status).toBe(404);
});

test("a file is deleted by a null sha, and only if it exists", async () => {
  const forge = await openGit();
  const gone = (path: string) => ({ path, mode: "100644", type: "blob", sha: null });
  await forge.branch("agent/gone", [gone("README.md"), file("other", "x")]);
  expect((await forge.rest("GET", `${repo}/contents/README.md?ref=agent/gone`)).status).toBe(404);
  const wrong = await forge.post("trees", { base_tree: forge.top, tree: [gone("none.md")] });
  expect(wrong.status).toBe(422);
});

test.each([
  ["trees", { base_tree: "0".repeat(40), tree: [] }, "Tree SHA does not exist"],
  ["trees", { tree: [file("../x", "")] }, "tree.path contains a malformed path component"],
  ["commits", { message: "m", tree: "0".repeat(40) }, "Tree SHA does not exist"],
  ["refs", { ref: "refs/heads/x", sha: "0".repeat(40) }, "Object does not exist"],
  [
    "refs",
    { ref: "heads/x", sha: "" },
    "Reference name must start with 'refs/heads/' or 'refs/tags/'",
  ],
  ["refs", { ref: "refs/heads/main", sha: "" }, "Reference already exists"],
  ["refs", { ref: "refs/heads/a..b", sha: "" }, "refs/heads/a..b is not a valid ref name."],
  ["refs", { ref: "refs/heads/x y~", sha: "" }, "refs/heads/x y~ is not a valid ref name."],
  ["refs", { ref: "refs/heads/a/.b", sha: "" }, "refs/heads/a/.b is not a valid ref name."],
  ["refs", { ref: "refs/heads/main/b", sha: "" }, "Reference update failed"],
])("POST git/%s with the body %j is refused", async (path, body, message) => {
  const { post } = await openGit();
  const { status, json } = await post(path, body);
  expect([status, json.message]).toEqual([422, message]);
});

test("a pull request joins two branches, and is an issue with its own number", async () => {
  const forge = await openGit();
  await forge.branch("agent/one", [file("a", "b")]);
  await forge.rest("POST", `${repo}/issues`, { body: { title: "first", labels: ["bug"] } });
  const body = { title: "Change a", body: "Why", head: "agent/one", base: "main" };
  const { status, json } = await forge.rest("POST", `${repo}/pulls`, { body });
  expect({ status, number: json.number }).toEqual({ status: 201, number: 2 });
  expect(json.html_url).toMatch(/\/acme\/control\/pull\/2$/);
  expect((await forge.rest("GET", `${repo}/pulls/2`)).json.head.ref).toBe("agent/one");
  const listed = (await forge.rest("GET", `${repo}/issues`)).json;
  expect(listed.map((each: { pull_request?: object }) => each.pull_request !== undefined)).toEqual([
    true,
    false,
  ]);
  expect(listed[1].labels).toMatchObject([{ name: "bug" }]);
  const again = await forge.rest("POST", `${repo}/pulls`, { body });
  expect(again.json.errors[0].message).toContain("A pull request already exists");
});

test.each([
  ["", [3, 2]],
  ["?head=acme:agent/one", [2]],
  ["?head=other:agent/one", []],
  ["?state=closed", [1]],
  ["?state=all&head=acme:agent/none", [1]],
] as const)("pull requests are listed: %j", async (query, numbers) => {
  const forge = await openGit();
  for (const [index, name] of ["none", "one", "two"].entries()) {
    await forge.branch(`agent/${name}`, [file("a", name)]);
    const body = { title: name, head: `agent/${name}`, base: "main" };
    await forge.rest("POST", `${repo}/pulls`, { body });
    if (index > 0) continue;
    await forge.rest("PATCH", `${repo}/issues/1`, { body: { state: "closed" } });
  }
  const { json } = await forge.rest("GET", `${repo}/pulls${query}`);
  expect(json.map(({ number }: { number: number }) => number)).toEqual(numbers);
});

test.each([
  [{ head: "none", base: "main" }, { field: "head" }],
  [{ head: "main", base: "main" }, { message: "No commits between main and main" }],
])("a pull request with %j is refused", async (sides, error) => {
  const { rest } = await openGit();
  const { status, json } = await rest("POST", `${repo}/pulls`, { body: { title: "t", ...sides } });
  expect({ status, errors: json.errors }).toMatchObject({ status: 422, errors: [error] });
});

test("a branch name cannot be a folder of another branch name", async () => {
  const forge = await openGit();
  const sha = await forge.branch("agent/one", [file("a", "b")]);
  for (const name of ["agent", "agent/one/two"]) {
    const { status, json } = await forge.post("refs", { ref: `refs/heads/${name}`, sha });
    expect([status, json.message]).toEqual([422, "Reference update failed"]);
  }
  expect((await forge.post("refs", { ref: "refs/heads/agent/on", sha })).status).toBe(201);
});

test("a ruleset can prevent every user from creating a branch", async () => {
  const forge = await openGit();
  const body = {
    name: "none",
    enforcement: "active",
    conditions: { ref_name: { include: ["refs/heads/agent/*"], exclude: [] } },
    rules: [{ type: "creation" }],
  };
  await forge.rest("POST", `${repo}/rulesets`, { body });
  const make = (name: string) => forge.post("refs", { ref: `refs/heads/${name}`, sha: forge.head });
  const { status, json } = await make("agent/one");
  expect([status, json.message]).toEqual([
    422,
    "Repository rule violations found\n\nCannot create ref due to creations being restricted.\n\n",
  ]);
  expect((await make("other")).status).toBe(201);
});

test("a tree can also be read by the name of a branch or the hash of a commit", async () => {
  const { rest, head, top } = await openGit();
  const complete = (await rest("GET", `${git}/trees/${top}`)).json;
  for (const name of ["main", head]) {
    expect((await rest("GET", `${git}/trees/${name}`)).json.tree).toEqual(complete.tree);
  }
});

test("a repository without a file has no Git data", async () => {
  const { rest } = await openForge();
  await rest("POST", "/user/repos", { body: { name: "bare" } });
  const bare = (await rest("GET", "/user")).json.login as string;
  const asked = [
    await rest("GET", `/repos/${bare}/bare/git/ref/heads/main`),
    await rest("GET", `/repos/${bare}/bare/git/trees/main`),
    await rest("POST", `/repos/${bare}/bare/git/trees`, { body: { tree: [file("a", "b")] } }),
    await rest("POST", `/repos/${bare}/bare/git/refs`, {
      body: { ref: "refs/heads/x", sha: "0".repeat(40) },
    }),
  ];
  expect(asked.map(({ status, json }) => [status, json.message])).toEqual(
    asked.map(() => [409, "Git Repository is empty."]),
  );
});

test.each([
  ["issues", { title: "x".repeat(257) }, "title is too long (maximum is 256 characters)"],
  [
    "issues",
    { title: "t", body: "x".repeat(65_537) },
    "body is too long (maximum is 65536 characters)",
  ],
  [
    "issues/1/comments",
    { body: "x".repeat(65_537) },
    "Body is too long (maximum is 65536 characters)",
  ],
  [
    "pulls",
    { title: "x".repeat(257), head: "agent/one", base: "main" },
    "title is too long (maximum is 256 characters)",
  ],
  ["issues/1", { title: "x".repeat(257) }, "title is too long (maximum is 256 characters)"],
])("%s with values that are too long is refused (%#)", async (path, body, message) => {
  const forge = await openGit();
  await forge.branch("agent/one", [file("a", "b")]);
  await forge.rest("POST", `${repo}/issues`, { body: { title: "😀".repeat(256) } });
  const method = path === "issues/1" ? "PATCH" : "POST";
  const { status, json } = await forge.rest(method, `${repo}/${path}`, { body });
  expect({ status, message: json.errors?.[0]?.message }).toEqual({ status: 422, message });
});

test("a deleted branch can be created again", async () => {
  const forge = await openGit();
  const sha = await forge.branch("agent/one", [file("a", "b")]);
  expect((await forge.rest("DELETE", `${git}/refs/heads/agent/one`)).status).toBe(204);
  expect((await forge.rest("DELETE", `${git}/refs/heads/agent/one`)).status).toBe(422);
  const anew = await forge.post("refs", { ref: "refs/heads/agent/one", sha });
  expect(anew.status).toBe(201);
});
