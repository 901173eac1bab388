import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openJournal, openSteps } from "../../src/prompts/journal.ts";
import { memoryJournal } from "./memory-journal.ts";
import { InvalidInput } from "../../src/shared/errors.ts";

const header = { flow: "setup", version: 2, host: "forge.example", subject: "acme/control" };

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-journal-"));
  path = join(folder, "deep", "journal.json");
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("a journal", () => {
  test("is a file from the first write on, and only its owner can read it", async () => {
    const journal = await openJournal(path, header);
    expect(readdirSync(folder)).toEqual([]);
    await journal.setAnswers([{ id: "name", value: "a" }]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(folder, "deep"))).toEqual(["journal.json"]);
  });

  test("returns the data that an earlier process wrote", async () => {
    const first = await openJournal(path, header);
    await first.setAnswers([{ id: "name", value: "a" }]);
    await first.finishStep("app", { slug: "a" });
    await first.finishStep("stored", null);
    await first.forgetStep("stored");
    const second = await openJournal(path, header);
    expect(second.answers()).toEqual([{ id: "name", value: "a" }]);
    expect([...second.steps()]).toEqual([["app", { slug: "a" }]]);
    expect(second.step("app")).toEqual({ slug: "a" });
    expect(second.step("stored")).toBeUndefined();
  });

  test("of another version keeps the finished steps and a copy, but not the answers", async () => {
    const old = await openJournal(path, { ...header, version: 1 });
    expect(old.olderCopy).toBeUndefined();
    await old.setAnswers([{ id: "name", value: "a" }]);
    await old.finishStep("app", { slug: "a" });
    const before = readFileSync(path, "utf8");
    const journal = await openJournal(path, header);
    expect(journal.answers()).toEqual([]);
    expect(journal.step("app")).toEqual({ slug: "a" });
    expect(readdirSync(join(folder, "deep"))).toEqual(["journal.json"]);
    await journal.save();
    expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({ header });
    expect(journal.olderCopy).toBe(join(folder, "deep", "journal.v1.json"));
    expect(readFileSync(journal.olderCopy ?? "", "utf8")).toBe(before);
    expect((await openJournal(path, header)).olderCopy).toBeUndefined();
  });

  test("keeps the finished work for another command of the flow, but not the open answers", async () => {
    const scope = await openJournal(path, { ...header, command: "scope" });
    const settled = { id: "scope", value: "keep", replaces: ["targets"] };
    await scope.setAnswers([settled, { id: "name", value: "a" }]);
    await scope.finishStep("app", { slug: "a" });
    const again = await openJournal(path, { ...header, command: "scope" });
    expect(again.answers()).toEqual([settled, { id: "name", value: "a" }]);
    for (const setup of [header, { ...header, command: "setup" }]) {
      const journal = await openJournal(path, setup);
      expect(journal.answers()).toEqual([settled]);
      expect(journal.step("app")).toEqual({ slug: "a" });
    }
  });

  test.each([
    ["of another version", { version: 1 }],
    ["of another command", { command: "scope" }],
  ])("%s keeps its header and answers if only a step is recorded", async (_, other) => {
    const first = await openJournal(path, { ...header, ...other });
    await first.setAnswers([{ id: "name", value: "a" }]);
    await (await openSteps(path, header)).finishStep("app", { slug: "a" });
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({
      header: { ...header, ...other },
      answers: [{ id: "name", value: "a" }],
      steps: { app: { slug: "a" } },
    });
    expect(readdirSync(join(folder, "deep"))).toEqual(["journal.json"]);
  });

  test("of a repository does not depend on the case of the repository's name", async () => {
    const first = await openJournal(path, { ...header, subject: "Acme/Control" });
    await first.finishStep("app", { slug: "a" });
    expect((await openJournal(path, header)).step("app")).toEqual({ slug: "a" });
  });

  test("in memory does not write a file", async () => {
    const journal = memoryJournal(header);
    await journal.finishStep("app", 1);
    expect(journal.step("app")).toBe(1);
    expect(journal.header).toEqual(header);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("a file that is not this flow's journal is rejected and not changed", () => {
  const unbroken = { header, answers: [], steps: {} };
  test.each<[string, unknown]>([
    ["of another flow", { ...unbroken, header: { ...header, flow: "rotate" } }],
    ["of another host", { ...unbroken, header: { ...header, host: "other.example" } }],
    ["of another repository", { ...unbroken, header: { ...header, subject: "acme/web" } }],
    ["without a header", { answers: [], steps: {} }],
    ["without answers", { header, steps: {} }],
    ["without a version", { ...unbroken, header: { ...header, version: "../x" } }],
    ["with steps that are null", { header, answers: [], steps: null }],
    ["a list", []],
    ["nothing", null],
    ["a string", "journal"],
  ])("%s", async (_what, content) => {
    const file = join(folder, "journal.json");
    writeFileSync(file, JSON.stringify(content));
    const opening = openJournal(file, header);
    await expect(opening).rejects.toThrow(InvalidInput);
    await expect(opening).rejects.toMatchObject({ hints: [{ command: `mv ${file} ${file}.old` }] });
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(content);
  });

  test("with a path that needs shell quoting, which the printed command contains", async () => {
    const file = join(folder, "it's a journal.json");
    writeFileSync(file, "null");
    const quoted = `'${folder}/it'\\''s a journal.json`;
    await expect(openJournal(file, header)).rejects.toMatchObject({
      hints: [{ command: `mv ${quoted}' ${quoted}.old'` }],
    });
  });

  test("invalid JSON", async () => {
    const file = join(folder, "journal.json");
    writeFileSync(file, "{");
    await expect(openJournal(file, header)).rejects.toThrow(`${file} is not valid JSON.`);
  });
});
