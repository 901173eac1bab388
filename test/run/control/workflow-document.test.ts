import { describe, expect, test } from "vitest";
import { check, checkPlain, good, locations } from "./check-bench.ts";

const bare = good.replace(/^ {2}agent-requests.*\n/m, "");
const missing = ["worker.md:7:1 inference-permission"];

describe("front matter that the compiler accepts", () => {
  test.each([
    ["indented fences", bare.replace(/^---$/gm, "  ---")],
    ["tabs around its fences", bare.replace(/^---$/gm, "\t---\t")],
    ["a no-break space after its fences", bare.replace(/^---$/gm, "---\u00a0")],
    ["a next-line character after its fences", bare.replace(/^---$/gm, "---\u0085")],
    ["no-break spaces as indentation", bare.replace("  contents:", "\u00a0\u00a0contents:")],
  ])("with %s is read", (_, text) => expect(locations(check(text))).toEqual(missing));

  test.each(["on:", "on: ~", "on: [push]", "on: { push: {} }", "x: &o { push: {} }\non: *o"])(
    "with %j belongs to a workflow",
    (on) => {
      const text = `---\n${on}\n---\n`;
      expect(check(text)).toMatchObject({ workflows: 1, findings: [{}, {}] });
    },
  );

  test("ends where the compiler ends it, not at a similar line", () => {
    const text = "---\nx: |\n  y\n---\ufeff\ngithub-app: { app-id: 1 }\n---\n";
    expect(checkPlain(text, "shared/part.md")).toEqual(["5 front-matter"]);
    const indented = text.replace("---\ufeff", "  ---\ufeff");
    expect(checkPlain(indented, "shared/part.md")).toEqual(["5 own-app"]);
  });

  test("counts a lone carriage return as a line ending", () => {
    const text = "---\nx: 1 # a\rgithub-app: { app-id: 1 }\n---\n";
    expect(checkPlain(text, "shared/part.md")).toEqual(["3 own-app"]);
  });

  test("is read from a file with the extension .MD", () => {
    expect(checkPlain(bare, "other.MD")).toEqual(["7 inference-permission"]);
  });
});

describe("text that begins like front matter but is invalid is reported", () => {
  test.each([
    ["no closing fence", "---\non: push\n"],
    ["an empty line before it", `\n${good}`],
    ["a zero-width space after its fence", good.replace("---", "---\u200b")],
    ["text after its fence", good.replace("---", "--- # here")],
  ])("with %s", (_, text) =>
    expect(locations(check(text))).toEqual(["worker.md:1:1 front-matter"]),
  );

  test.each(["# A page\n\n---\n\nText\n", "----\n", ""])(
    "unless it is an ordinary page: %j",
    (text) => {
      expect(checkPlain(text, "shared/page.md")).toEqual([]);
    },
  );
});

describe("a hostile file is reported and does not stop the check", () => {
  const levels = Array.from({ length: 9 }, (_, at) => {
    const last = at === 0 ? '"x"' : `*a${at - 1}`;
    return `a${at}: &a${at} [${Array.from({ length: 9 }, () => last).join(", ")}]`;
  });
  const nested = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;

  test.each([
    ["an undefined alias", "on: push\nx: *nothing"],
    ["an alias of itself", "on: push\nx: &x { y: *x }"],
    ["an alias bomb", `on: push\n${levels.join("\n")}`],
    ["deep nesting", `on: push\nx: ${nested}`],
    ["a duplicate key", "on: push\nx: { y: 1, y: 2 }"],
    ["a duplicate key through an alias", "on: push\na: &n x\n*n : 1\nx: 2"],
    ["an unknown tag", "on: push\nx: !mine y"],
    ["an ordered map", "on: push\nx: !!omap [a: 1]"],
    ["bytes", 'on: push\nx: !!binary "c2VjcmV0"'],
  ])("%s", (_, yaml) => {
    const part = check(good, { ".forge/workflows/a.yml": yaml });
    expect(part.findings).toMatchObject([{ check: "front-matter" }]);
    const complete = check(`---\n${yaml}\n---\n`);
    expect(complete.findings).toMatchObject([{ check: "front-matter" }]);
  });

  test("also if it is the manifest", () => {
    expect(check(good, { "aw.yml": "x: *nothing\n" }).findings).toMatchObject([
      { file: "aw.yml", check: "config-block" },
    ]);
  });

  test("and a map of many keys is read quickly", () => {
    const keys = Array.from({ length: 20_000 }, (_, index) => `k${index}: 1\n`).join("");
    expect(checkPlain(`on: push\n${keys}`)).toEqual([]);
  });

  test("and many unterminated comments are read quickly", () => {
    expect(check(`${good}${"<!--".repeat(200_000)}`).findings).toEqual([]);
  });
});
