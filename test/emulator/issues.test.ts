import { expect, test } from "vitest";
import { openForge } from "./open-forge.ts";

const issues = "/repos/acme/control/issues";

test("comments of all issues come in one list, newest first when that is asked for", async () => {
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

test("issues are listed by their last change when that is asked for", async () => {
  let now = new Date("2026-01-01T00:00:00Z");
  const forge = await openForge({ clock: () => now });
  for (const title of ["First", "Second"]) await forge.rest("POST", issues, { body: { title } });
  now = new Date("2026-01-02T00:00:00Z");
  await forge.rest("POST", `${issues}/1/comments`, { body: { body: "News" } });
  const { json } = await forge.rest("GET", `${issues}?state=all&sort=updated`);
  expect(json.map((issue: { title: string }) => issue.title)).toEqual(["First", "Second"]);
});
