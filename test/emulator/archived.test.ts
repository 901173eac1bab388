import { expect, test } from "vitest";
import { openForge } from "./open-forge.ts";

const repository = "/repos/acme/control";
const file = `${repository}/contents/NOTES.md`;
const content = Buffer.from("a note").toString("base64");

test.each([
  ["contents", "PUT", file, { message: "Add a note", content }],
  ["issues", "POST", `${repository}/issues`, { title: "A note" }],
  ["comments", "POST", `${repository}/issues/1/comments`, { body: "A note" }],
  ["settings", "PATCH", repository, { description: "A note" }],
  ["environments", "PUT", `${repository}/environments/agents`, {}],
])("an archived repository rejects a change of its %s", async (_, method, path, body) => {
  const forge = await openForge();
  await forge.rest("POST", `${repository}/issues`, { body: { title: "Before" } });
  await forge.rest("PATCH", repository, { body: { archived: true } });
  const { status, json } = await forge.rest(method, path, { body });
  expect([status, json.message]).toEqual([403, "Repository was archived so is read-only."]);
});

test("an archived repository can be read, unarchived, and deleted", async () => {
  const forge = await openForge();
  await forge.rest("PATCH", repository, { body: { archived: true } });
  expect((await forge.rest("GET", `${repository}/contents/README.md`)).status).toBe(200);
  const opened = await forge.rest("PATCH", repository, { body: { archived: false } });
  expect([opened.status, opened.json.archived]).toEqual([200, false]);
  expect((await forge.rest("PUT", file, { body: { message: "m", content } })).status).toBe(201);
  await forge.rest("PATCH", repository, { body: { archived: true } });
  const { token } = (
    await forge.control("POST", "tokens", { user: "mona", scopes: ["repo", "delete_repo"] })
  ).json;
  expect((await forge.rest("DELETE", repository, { token })).status).toBe(204);
});
