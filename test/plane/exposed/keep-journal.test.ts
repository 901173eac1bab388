import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { keepJournal } from "../../../src/plane/exposed/keep-journal.ts";

function openFolder() {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-kept-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, path: join(folder, "exposed.json") };
}

test("a journal is kept next to the new one, with the time of its incident in its name", async () => {
  const { folder, path } = openFolder();
  writeFileSync(path, "evidence");
  const kept = await keepJournal(path, "2026-11-21T09:00:00.000Z");
  expect(kept).toBe(join(folder, "exposed-2026-11-21T09-00-00.000Z.json"));
  expect(readFileSync(kept, "utf8")).toBe("evidence");
  expect(existsSync(path)).toBe(false);
});

test("all journals with unreadable times are kept", async () => {
  const { folder, path } = openFolder();
  for (const evidence of ["first", "second", "third"]) {
    writeFileSync(path, evidence);
    await keepJournal(path, "unknown");
  }
  const kept = ["exposed-unknown.json", "exposed-unknown-2.json", "exposed-unknown-3.json"];
  expect(readdirSync(folder).toSorted()).toEqual(kept.toSorted());
  expect(kept.map((name) => readFileSync(join(folder, name), "utf8"))).toEqual([
    "first",
    "second",
    "third",
  ]);
});
