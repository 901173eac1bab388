import { expect, test } from "vitest";
import { createApp, installApp, mintToken, openForge, type OpenForge } from "./open-forge.ts";

const repo = "/repos/acme/control";
const git = `${repo}/git`;

async function openGit() {
  const forge = await openForge();
  const headOf = async (ref = "heads/main") =>
    (await forge.rest("GET", `${git}/ref/${ref}`)).json?.object?.sha as string | undefined;
  const head = (await headOf()) ?? "";
  const post = (path: string, body: object) => forge.rest("POST", `${git}/${path}`, { body });
  /**
   * Creates a commit with one changed file.
   * @returns its SHA
   */
  const commit = async (content: string, parents = [head], path = "a.txt"): Promise<string> => {
    const base = (await forge.rest("GET", `${git}/commits/${parents[0]}`)).json.tree.sha as string;
    const entry = { path, mode: "100644", type: "blob", content };
    const tree = (await post("trees", { base_tree: base, tree: [entry] })).json.sha as string;
    return (await post("commits", { message: content, tree, parents })).json.sha as string;
  };
  const update = (ref: string, body: object, ask: object = {}) =>
    forge.rest("PATCH", `${git}/refs/${ref}`, { body, ...ask });
  return { ...forge, head, headOf, post, commit, update };
}

const readMain = async ({ rest }: OpenForge, path: string) =>
  Buffer.from(
    (await rest("GET", `${repo}/contents/${path}`)).json.content ?? "",
    "base64",
  ).toString();

test("a branch is moved to a descendant of its commit", async () => {
  const { head, headOf, post, commit, update } = await openGit();
  const first = await commit("one");
  await post("refs", { ref: "refs/heads/agent", sha: first });
  const second = await commit("two", [first]);
  const { status, json } = await update("heads/agent", { sha: second });
  expect([status, json.ref, json.object.sha]).toEqual([200, "refs/heads/agent", second]);
  expect(await headOf("heads/agent")).toBe(second);
  expect(await headOf()).toBe(head);
});

test("a branch is moved to another commit only by force", async () => {
  const { head, headOf, post, commit, update } = await openGit();
  await post("refs", { ref: "refs/heads/agent", sha: await commit("one") });
  const other = await commit("other");
  for (const sha of [other, head]) {
    const { status, json } = await update("heads/agent", { sha });
    expect([status, json.message]).toEqual([422, "Update is not a fast forward"]);
  }
  expect((await update("heads/agent", { sha: other, force: true })).status).toBe(200);
  expect(await headOf("heads/agent")).toBe(other);
});

test("the default branch is moved with its files and its workflows", async () => {
  const forge = await openGit();
  const path = ".github/workflows/check.yml";
  const sha = await forge.commit("name: Check\non: workflow_dispatch\n", undefined, path);
  expect((await forge.update("heads/main", { sha })).status).toBe(200);
  expect(await forge.headOf()).toBe(sha);
  expect(await readMain(forge, path)).toContain("name: Check");
  const { json } = await forge.rest("GET", `${repo}/actions/workflows`);
  expect(json.workflows).toMatchObject([{ name: "Check", path, state: "active" }]);
});

test("the default branch keeps commits pushed to it since then", async () => {
  const forge = await openGit();
  const late = await forge.commit("late");
  await forge.post("refs", { ref: "refs/heads/agent", sha: forge.head });
  const body = { message: "Add it", content: Buffer.from("new").toString("base64") };
  await forge.rest("PUT", `${repo}/contents/b.txt`, { body });
  expect((await forge.update("heads/main", { sha: late })).status).toBe(422);
  expect(await readMain(forge, "b.txt")).toBe("new");
  const pushed = await forge.headOf();
  expect((await forge.update("heads/agent", { sha: pushed })).status).toBe(200);
  expect((await forge.update("heads/main", { sha: late, force: true })).status).toBe(200);
  expect(await readMain(forge, "b.txt")).toBe("");
  expect((await forge.update("heads/main", { sha: pushed })).status).toBe(422);
});

test("a protected branch is not moved by force", async () => {
  const forge = await openGit();
  const [sha, other] = [await forge.commit("one"), await forge.commit("other")];
  await forge.update("heads/main", { sha });
  const ask = { required_status_checks: null, enforce_admins: null };
  const body = { ...ask, required_pull_request_reviews: null, restrictions: null };
  await forge.rest("PUT", `${repo}/branches/main/protection`, { body });
  expect((await forge.update("heads/main", { sha: other, force: true })).status).toBe(422);
  expect(await forge.headOf()).toBe(sha);
});

test.each([
  ["heads/none", {}, "Reference does not exist"],
  ["refs/heads/main", {}, "Reference does not exist"],
  ["heads/main", { sha: "0".repeat(40) }, "Object does not exist"],
  ["heads/main", { sha: undefined }, `Invalid request.\n\n"sha" wasn't supplied.`],
])("%s is not moved with %j", async (ref, change, message) => {
  const { head, update } = await openGit();
  const { status, json } = await update(ref, { sha: head, ...change });
  expect([status, json.message]).toEqual([422, message]);
});

test("an App can move a branch with the permission for contents; workflows require their own", async () => {
  const forge = await openGit();
  const sha = await forge.commit("name: Check\n", undefined, ".github/workflows/check.yml");
  const plain = await forge.commit("plain");
  const app = await createApp(forge, { default_permissions: { contents: "write" } });
  const installation = await installApp(forge, app, "all");
  const { token } = (await mintToken(forge, { app, installation })).json;
  expect((await forge.update("heads/main", { sha }, { token })).status).toBe(403);
  expect((await forge.update("heads/main", { sha: plain }, { token })).status).toBe(200);
});

test("a tag is created, shown, moved and removed", async () => {
  const forge = await openGit();
  const made = await forge.post("refs", { ref: "refs/tags/v1", sha: forge.head });
  expect([made.status, made.json.ref]).toEqual([201, "refs/tags/v1"]);
  const again = await forge.post("refs", { ref: "refs/tags/v1", sha: forge.head });
  expect([again.status, again.json.message]).toEqual([422, "Reference already exists"]);
  const sha = await forge.commit("one");
  expect((await forge.update("tags/v1", { sha })).status).toBe(200);
  expect(await forge.headOf("tags/v1")).toBe(sha);
  expect((await forge.rest("DELETE", `${git}/refs/tags/v1`)).status).toBe(204);
  expect(await forge.headOf("tags/v1")).toBeUndefined();
});
