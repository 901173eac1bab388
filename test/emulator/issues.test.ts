import { expect, test } from "vitest";
import { openForge } from "./open-forge.ts";

const issues = "/repos/acme/control/issues";

test("comments of all issues are in one list, newest first on request", async () => {
  const forge = await openForge();
  for (const title of ["First", "Second"]) {
    const { json } = await forge.rest("POST", issues, { body: { title } });
    const body = { body: `About ${title}` };
    await forge.rest("POST", `${issues}/${json.number}/comments`, { body });
  }
  const bodies = async (query: string) =>
    (await forge.rest("GET", `${issues}/comments${query}`)).json.map(
      (comment: { body: string }) => comment.body,
    );
  expect(await bodies("")).toEqual(["About First", "About Second"]);
  expect(await bodies("?sort=created&direction=desc")).toEqual(["About Second", "About First"]);
});

test("issues are listed by their last change on request", async () => {
  let now = new Date("2026-01-01T00:00:00Z");
  const forge = await openForge({ clock: () => now });
  for (const title of ["First", "Second"]) await forge.rest("POST", issues, { body: { title } });
  now = new Date("2026-01-02T00:00:00Z");
  await forge.rest("POST", `${issues}/1/comments`, { body: { body: "News" } });
  const { json } = await forge.rest("GET", `${issues}?state=all&sort=updated`);
  expect(json.map((issue: { title: string }) => issue.title)).toEqual(["First", "Second"]);
});

test("a closed issue is removed from the default list, and returned on request", async () => {
  const forge = await openForge();
  for (const title of ["First", "Second"]) await forge.rest("POST", issues, { body: { title } });
  const body = { state: "closed", state_reason: "not_planned" };
  const closed = await forge.rest("PATCH", `${issues}/1`, { body });
  expect(closed.json).toMatchObject({ state: "closed", state_reason: "not_planned" });
  const titles = async (query: string) =>
    (await forge.rest("GET", `${issues}${query}`)).json.map(
      ({ title }: { title: string }) => title,
    );
  expect(await titles("")).toEqual(["Second"]);
  expect(await titles("?state=closed")).toEqual(["First"]);
  expect(await titles("?state=all&direction=asc")).toEqual(["First", "Second"]);
  expect(await titles("?state=all&creator=hubot")).toEqual([]);
  await forge.rest("PATCH", `${issues}/1`, { body: { state: "open" } });
  expect((await forge.rest("GET", `${issues}/1`)).json).toMatchObject({
    state: "open",
    closed_at: null,
  });
});

test("an issue is closed by its author, or by a user who manages issues", async () => {
  const forge = await openForge();
  const { token } = (await forge.control("POST", "tokens", { user: "hubot", scopes: ["repo"] }))
    .json;
  await forge.rest("POST", issues, { body: { title: "Mona's" } });
  await forge.rest("POST", issues, { body: { title: "Hubot's" }, token });
  const close = async (number: number) =>
    (await forge.rest("PATCH", `${issues}/${number}`, { body: { state: "closed" }, token })).status;
  expect([await close(1), await close(2)]).toEqual([403, 200]);
});
