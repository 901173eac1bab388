import { describe, expect, test } from "vitest";
import { check, good, locations } from "./check-bench.ts";

describe("an import of shared control", () => {
  test.each([
    [
      "with a path from the repository root",
      "- uses: .forge/workflows/shared/control.md\n    with: { role: worker }",
    ],
    ["with the keys path and inputs", "- path: shared/control.md\n    inputs: { role: worker }"],
    ["through another shared file", "- shared/mine.md"],
  ])("is recognized %s", (_, line) => {
    const text = good.replace(/ {2}- uses: .*\n.*role: worker.*\n/, `  ${line}\n`);
    const mine = "---\nimports:\n  - { uses: control.md, with: { role: worker } }\n---\n";
    expect(check(text, { ".forge/workflows/shared/mine.md": mine }).findings).toEqual([]);
  });

  test("is not found in files that only import each other", () => {
    const [one, other] = ["---\nimports: [two.md]\n---\n", "---\nimports: [one.md]\n---\n"];
    const text = good.replace("shared/control.md", "shared/one.md");
    const files = {
      ".forge/workflows/shared/one.md": one,
      ".forge/workflows/shared/two.md": other,
    };
    expect(locations(check(text, files))).toEqual(["worker.md:11:1 shared-control"]);
  });
});

describe("the search for shared control", () => {
  const without = good.replace(/imports:\n {2}- uses: .*\n.*role: worker.*\n/, "");
  const files = {
    ".forge/workflows/shared/mine.md":
      "---\nimports:\n  - { uses: control.md, with: { role: worker } }\n---\n",
  };

  test("finds an import in the Markdown text", () => {
    const text = `${without}\n{{#import shared/mine.md}}\n`;
    expect(check(text, files).findings).toEqual([]);
  });

  test.each([
    ["a comment", "<!--\n{{#import shared/mine.md}}\n-->"],
    ["a one-line comment", "<!-- {{#import shared/mine.md}} -->"],
    ["an unterminated comment", "<!--\n\n{{#import shared/mine.md}}"],
    ["a code block", "```\n{{#import shared/mine.md}}\n```"],
    ["a longer code block", "~~~~ md\n~~~\n{{#import shared/mine.md}}\n~~~~"],
    ["a sentence", "Write `{{#import shared/mine.md}}` here."],
  ])("ignores an import in %s", (_, body) => {
    expect(locations(check(`${without}\n${body}\n`, files))).toEqual([
      "worker.md:1:1 shared-control",
    ]);
  });

  test("finds an import after a comment and a code block", () => {
    const body = "<!-- a --> b\n```\nc\n```\n{{#import shared/mine.md}}";
    expect(check(`${without}\n${body}\n`, files).findings).toEqual([]);
  });

  test.each([
    ["without a role", "- shared/control.md"],
    ["with another role", "- uses: shared/control.md\n    with: { role: guest }"],
  ])("ignores an import %s", (_, line) => {
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
