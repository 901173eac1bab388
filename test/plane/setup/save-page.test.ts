import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { removePage, savePage } from "../../../src/plane/setup/save-page.ts";
import { UserError } from "../../../src/shared/errors.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-page-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("a page file is readable only by its owner, and is deleted afterwards", async () => {
  const path = await savePage(join(folder, "page.html"), "<p>");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  await removePage(path);
  await removePage(path);
  expect(readdirSync(folder)).toEqual([]);
});

test("a file of the operator is not overwritten: the page uses another name", async () => {
  writeFileSync(join(folder, "page.html"), "mine");
  const paths = [
    await savePage(join(folder, "page.html"), "one"),
    await savePage(join(folder, "page.html"), "two"),
  ];
  expect(paths).toEqual([join(folder, "page-2.html"), join(folder, "page-3.html")]);
  expect(readFileSync(join(folder, "page.html"), "utf8")).toBe("mine");
});

test.each([
  ["no-folder", "it does not exist"],
  ["file", "part of the path is not a directory"],
])("a location in which the file cannot be written is explained: %s", async (name, reason) => {
  writeFileSync(join(folder, "file"), "");
  const saving = savePage(join(folder, name, "page.html"), "<p>");
  await expect(saving).rejects.toBeInstanceOf(UserError);
  await expect(saving).rejects.toThrow(`Could not save the page in ${folder}/${name}: ${reason}`);
});

test("an unexpected error is thrown as a bug", async () => {
  await expect(savePage(join(folder, "a\0b"), "<p>")).rejects.toThrow(TypeError);
});
