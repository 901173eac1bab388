import { expect, test } from "vitest";
import { openForge } from "./open-forge.ts";
import { openGh } from "./open-gh.ts";

const repo = "--repo acme/web";

async function openWithIssue() {
  const forge = await openForge();
  const gh = await openGh(forge);
  const made = await gh(["issue", "create", "--repo", "acme/web", "-t", "A title", "-b", "Words"]);
  expect(made.out.trim()).toBe(`${forge.emulator.origin}/acme/web/issues/1`);
  return { forge, gh };
}

test("the real forge CLI creates an issue, comments on it, and reads both", async () => {
  const { gh } = await openWithIssue();
  const text = await gh(`issue comment 1 ${repo} --body Hello`);
  expect(text.out).toContain("/acme/web/issues/1#issuecomment-");
  const view = await gh(`issue view 1 ${repo} --comments`);
  expect(view.out).toContain("author:\tmona");
  expect(view.out).toContain("Hello");
});

test("the real forge CLI closes an issue, with a reason, and reopens it", async () => {
  const { forge, gh } = await openWithIssue();
  const state = async () => {
    const { json } = await forge.rest("GET", "/repos/acme/web/issues/1");
    return [json.state, json.state_reason];
  };
  expect((await gh(["issue", "close", "1", "--repo", "acme/web", "-r", "not planned"])).code).toBe(
    0,
  );
  expect(await state()).toEqual(["closed", "not_planned"]);
  expect((await gh(`issue list ${repo}`)).out).toBe("");
  expect((await gh(`issue list ${repo} --state closed`)).out).toMatch(/^1\tCLOSED\tA title\t/);
  expect((await gh(`issue reopen 1 ${repo}`)).code).toBe(0);
  expect(await state()).toEqual(["open", null]);
});

test("the real forge CLI filters issues, and searches them", async () => {
  const { gh } = await openWithIssue();
  const numbers = async (args: string) =>
    (await gh(`issue list ${repo} ${args} --json number --jq .[].number`)).out.trim();
  expect(await numbers("--author mona")).toBe("1");
  expect(await numbers("--author hubot")).toBe("");
  expect(await numbers("--search title")).toBe("1");
  expect(await numbers("--search nothing")).toBe("");
  expect(await numbers("--label bug")).toBe("");
});

test("the real forge CLI reports that an archived repository rejects a comment", async () => {
  const { forge, gh } = await openWithIssue();
  await forge.rest("PATCH", "/repos/acme/web", { body: { archived: true } });
  const text = await gh(`issue comment 1 ${repo} --body Hello`);
  expect([text.code, text.err]).toEqual([
    1,
    expect.stringContaining("Repository was archived so is read-only."),
  ]);
});
