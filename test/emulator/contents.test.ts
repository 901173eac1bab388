import { describe, expect, test } from "vitest";
import { openForge, type OpenForge } from "./open-forge.ts";
import { openWith } from "./open-with.ts";

const contents = "/repos/acme/control/contents";
const encode = (text: string) => Buffer.from(text).toString("base64");

const put = (forge: OpenForge, path: string, body: object = {}) =>
  forge.rest("PUT", `${contents}/${path}`, {
    body: { message: "Change it", content: encode("text"), ...body },
  });

const refusal = async (answer: ReturnType<typeof put>) => {
  const { status, json } = await answer;
  return [status, json.message];
};

describe("a file", () => {
  test("is overwritten only with its current sha, if it exists", async () => {
    const forge = await openForge();
    expect(await refusal(put(forge, "README.md"))).toEqual([
      422,
      `Invalid request.\n\n"sha" wasn't supplied.`,
    ]);
    const wrong = "0".repeat(40);
    expect(await refusal(put(forge, "README.md", { sha: wrong }))).toEqual([
      409,
      `README.md does not match ${wrong}`,
    ]);
  });

  test("is created with any sha if it is new", async () => {
    const forge = await openForge();
    expect((await put(forge, "new.md", { sha: "0".repeat(40) })).status).toBe(201);
  });

  test("of an unknown branch is missing, before any other check", async () => {
    const forge = await openForge();
    const change = { branch: "none", content: "no base64!" };
    expect(await refusal(put(forge, "README.md", change))).toEqual([404, "Branch none not found"]);
  });

  test.each(["a word", "YWJj*", "YWJ", "Y"])(
    "is rejected as invalid base64: %s",
    async (content) => {
      const forge = await openForge();
      expect(await refusal(put(forge, "new.md", { content }))).toEqual([
        422,
        "content is not valid Base64",
      ]);
    },
  );

  test("can be sent as multi-line base64, or empty", async () => {
    const forge = await openForge();
    const content = encode("x".repeat(90)).replace(/.{60}/g, "$&\n");
    expect((await put(forge, "long.md", { content })).status).toBe(201);
    expect((await put(forge, "empty.md", { content: "" })).status).toBe(201);
    expect((await forge.rest("GET", `${contents}/long.md`)).json.size).toBe(90);
  });

  test.each(["a//b.md", "a%2F%2Fb.md", "a/..%2Fb.md", "a%2F.%2Fb.md", "folder/"])(
    "is rejected at the malformed path %s",
    async (path) => {
      const forge = await openForge();
      expect(await refusal(put(forge, path))).toEqual([
        422,
        "path contains a malformed path component",
      ]);
    },
  );

  test("cannot be created below a file or in place of a folder", async () => {
    const forge = await openForge();
    await put(forge, "folder/a.md");
    expect((await put(forge, "README.md/below.md")).status).toBe(422);
    expect((await put(forge, "folder")).status).toBe(422);
    const listed = (await forge.rest("GET", contents)).json;
    expect(listed.map(({ name, type }: { name: string; type: string }) => [name, type])).toEqual([
      ["README.md", "file"],
      ["folder", "dir"],
    ]);
  });

  test("is returned raw on request, and without content if it is large", async () => {
    const forge = await openForge();
    const text = "x".repeat(1024 * 1024 + 1);
    await put(forge, "large.txt", { content: encode(text) });
    const { json } = await forge.rest("GET", `${contents}/large.txt`);
    expect([json.content, json.encoding, json.size]).toEqual(["", "none", text.length]);
    const headers = { accept: "application/vnd.github.raw" };
    const raw = await forge.rest("GET", `${contents}/large.txt`, { headers });
    expect(raw.text === text).toBe(true);
  });
});

test("a folder listing contains at most a thousand entries", async () => {
  const files = Array.from({ length: 1001 }, (_, n) => ({ path: `many/${n}.md`, content: "" }));
  const forge = await openWith((control) => control.files.push(...files));
  expect((await forge.rest("GET", `${contents}/many`)).json).toHaveLength(1000);
});

describe("an empty repository", () => {
  test("has no contents, and gets its branch with its first file", async () => {
    const forge = await openForge();
    await forge.rest("POST", "/orgs/acme/repos", { body: { name: "empty" } });
    const home = "/repos/acme/empty/contents";
    const { status, json } = await forge.rest("GET", `${home}/README.md`);
    expect([status, json.message]).toEqual([404, "This repository is empty."]);
    const body = { message: "Begin", content: encode("text") };
    expect((await forge.rest("PUT", `${home}/a.md`, { body })).status).toBe(201);
    expect((await forge.rest("GET", home)).json).toHaveLength(1);
  });

  test("does not result from auto_init, which adds a first file", async () => {
    const forge = await openForge();
    const body = { name: "begun", auto_init: true };
    await forge.rest("POST", "/orgs/acme/repos", { body });
    expect((await forge.rest("GET", "/repos/acme/begun/contents")).json).toHaveLength(1);
  });
});
