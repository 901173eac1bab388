import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { guardHidden, HiddenPathReplaced } from "../../../src/firewall/files/guard-hidden.ts";
import { makeFolder } from "../../temporary-folder.ts";

function open() {
  const work = makeFolder("work");
  mkdirSync(join(work, "a/b"), { recursive: true });
  for (const name of [".env", "a/b/.env", "other"]) writeFileSync(join(work, name), "1");
  const guard = guardHidden([join(work, ".env"), join(work, "a/b/.env")], [work]);
  onTestFinished(() => guard.close());
  return { work, guard };
}

test.each<[string, (work: string) => void]>([
  ["is deleted", (work) => rmSync(join(work, ".env"))],
  ["is replaced", (work) => renameSync(join(work, "other"), join(work, ".env"))],
  ["is renamed", (work) => renameSync(join(work, ".env"), join(work, ".env~"))],
  ["is in a directory that is renamed", (work) => renameSync(join(work, "a"), join(work, "c"))],
])("an event reports that a hidden path %s", async (_name, change) => {
  const { work, guard } = open();
  const reported = new Promise((resolve) => guard.start(resolve));
  change(work);
  expect(await reported).toBeInstanceOf(HiddenPathReplaced);
  expect(() => guard.check()).toThrow("was hidden");
});

test("a change before the start is reported at the start", () => {
  const { work, guard } = open();
  rmSync(join(work, "a/b/.env"));
  const reports: Error[] = [];
  guard.start((error) => reports.push(error));
  expect(reports[0]?.message).toContain("a/b/.env was hidden");
});

test("a hidden file with new content, and other files, are not reported", () => {
  const { work, guard } = open();
  guard.start((error) => expect.unreachable(error.message));
  writeFileSync(join(work, ".env"), "2");
  writeFileSync(join(work, "a/new"), "");
  rmSync(join(work, "other"));
  expect(() => guard.check()).not.toThrow();
});
