import { describe, expect, test } from "vitest";
import { check, good, locations } from "./check-bench.ts";

describe("an import of shared control", () => {
  test.each([
    [
      "a path of the repository",
      "- uses: .forge/workflows/shared/control.md\n    with: { role: worker }",
    ],
    ["a path by name", "- path: shared/control.md\n    inputs: { role: worker }"],
    ["by another shared part", "- shared/mine.md"],
  ])("%s is one", (_, line) => {
    const text = good.replace(/ {2}- uses: .*\n.*role: worker.*\n/, `  ${line}\n`);
    const mine = "---\nimports:\n  - { uses: control.md, with: { role: worker } }\n---\n";
    expect(check(text, { ".forge/workflows/shared/mine.md": mine }).findings).toEqual([]);
  });

  test("files that import each other end the search", () => {
    const [one, other] = ["---\nimports: [two.md]\n---\n", "---\nimports: [one.md]\n---\n"];
    const text = good.replace("shared/control.md", "shared/one.md");
    const files = {
      ".forge/workflows/shared/one.md": one,
      ".forge/workflows/shared/two.md": other,
    };
    expect(locations(check(text, files))).toEqual(["worker.md:11:1 shared-control"]);
  });
});

describe("text that only resembles an import of shared control", () => {
  const without = good.replace(/imports:\n {2}- uses: .*\n.*role: worker.*\n/, "");
  const files = {
    ".forge/workflows/shared/mine.md":
      "---\nimports:\n  - { uses: control.md, with: { role: worker } }\n---\n",
  };

  test("an import in the text is one", () => {
    const text = `${without}\n{{#import shared/mine.md}}\n`;
    expect(check(text, files).findings).toEqual([]);
  });

  test.each([
    ["a comment", "<!--\n{{#import shared/mine.md}}\n-->"],
    ["a comment of a line", "<!-- {{#import shared/mine.md}} -->"],
    ["a comment that never ends", "<!--\n\n{{#import shared/mine.md}}"],
    ["a block of code", "```\n{{#import shared/mine.md}}\n```"],
    ["a longer block of code", "~~~~ md\n~~~\n{{#import shared/mine.md}}\n~~~~"],
    ["a sentence", "Write `{{#import shared/mine.md}}` here."],
  ])("in %s is none", (_, body) => {
    expect(locations(check(`${without}\n${body}\n`, files))).toEqual([
      "worker.md:1:1 shared-control",
    ]);
  });

  test("behind a comment and a block of code is one", () => {
    const body = "<!-- a --> b\n```\nc\n```\n{{#import shared/mine.md}}";
    expect(check(`${without}\n${body}\n`, files).findings).toEqual([]);
  });

  test.each([
    ["without a role", "- shared/control.md"],
    ["with another role", "- uses: shared/control.md\n    with: { role: guest }"],
  ])("%s is none", (_, line) => {
    const text = good.replace(/- uses: .*\n.*role: worker.*\n/, `${line}\n`);
    expect(locations(check(text))).toEqual(["worker.md:11:1 shared-control"]);
  });
});

test("many files that all import each other are read once", () => {
  const names = Array.from({ length: 39 }, (_, index) => `f${index}.md`);
  const part = `---\nimports: [${names.join(", ")}]\n---\n`;
  const files = Object.fromEntries(names.map((name) => [`.forge/workflows/shared/${name}`, part]));
  const text = good.replace("shared/control.md", "shared/f0.md");
  expect(locations(check(text, files))).toEqual(["worker.md:11:1 shared-control"]);
});
