import { describe, expect, test } from "vitest";
import { editFrontMatter } from "../../../src/compiler/edit/edit-front-matter.ts";
import type { EditValue } from "../../../src/yaml/edit/edit-value.ts";
import { firstDefinition } from "../../../src/compiler/first-definition.ts";

const body = "---\n\n# Look\n\n--- \nengine: no front matter\n";
const wrap = (yaml: string) => `---\n${yaml}${body}`;

function set(yaml: string, path: string, value: EditValue | undefined): string {
  const text = editFrontMatter(wrap(yaml), [{ path: path.split("."), value }]);
  expect(text.startsWith("---\n")).toBe(true);
  expect(text.endsWith(body)).toBe(true);
  return text.slice(4, -body.length);
}
const map = (entries: Readonly<Record<string, EditValue>>) => new Map(Object.entries(entries));

describe("a value", () => {
  test.each<[string, string, string, EditValue, string]>([
    ["keeps the comment after it", "a: 1 # why\nb: 2\n", "a", 5, "a: 5 # why\nb: 2\n"],
    ["keeps its quotes", `a: "x"\nb: 'y'\n`, "a", "z", `a: "z"\nb: 'y'\n`],
    ["is quoted if necessary", "a: x\n", "a", "yes", "a: 'yes'\n"],
    ["is added to an empty key", "a: # why\nb: 2\n", "a", true, "a: true # why\nb: 2\n"],
    ["replaces several lines", "a: one\n  two # c\nb: 2\n", "a", "x", "a: x # c\nb: 2\n"],
    [
      "replaces a block scalar",
      "a: |- # c\n  x\n\n  y\n\n# d\nb: 2\n",
      "a",
      "z",
      "a: z # c\n\n# d\nb: 2\n",
    ],
    [
      "replaces a map",
      "a: # c\n  b: 1\n  # in it\nd: 2\n",
      "a",
      "x",
      "a: x # c\n  # in it\nd: 2\n",
    ],
    ["replaces a list", "a:\n- 1\n- 2\nd: 2\n", "a", "x", "a: x\nd: 2\n"],
    [
      "replaces a value on its own line",
      "a:\n  # why\n  x # c\nd: 2\n",
      "a",
      "z",
      "a:\n  # why\n  z # c\nd: 2\n",
    ],
    [
      "can be a map",
      "a: x # c\nd:\n   e: 1\n",
      "a",
      map({ b: 1, c: "z" }),
      "a: # c\n   b: 1\n   c: z\nd:\n   e: 1\n",
    ],
    [
      "can be a list in the style of other lists",
      "a: 1\nd:\n- e\n",
      "a",
      ["b", "c d"],
      "a:\n- b\n- c d\nd:\n- e\n",
    ],
    ["can be an empty map", "a: 1\n", "a", new Map(), "a: {}\n"],
    [
      "can be a map that replaces a string on its own line",
      "a:\n  x # c\nb: 1\n",
      "a",
      map({ c: 1 }),
      "a:\n  c: 1\n  # c\nb: 1\n",
    ],
  ])("%s", (_, yaml, path, value, after) => {
    expect(set(yaml, path, value)).toBe(after);
  });

  test.each<[string, EditValue]>([
    ["a: 0x10\n", 16],
    ["a: 'x'\n", "x"],
    ["a: True\n", true],
    ["a: [x, 'y'] # c\n", ["x", "y"]],
    ["a: {c: 1, b: 2}\n", map({ b: 2, c: 1 })],
    ["b: &b x\na: *b\n", "x"],
  ])("keeps its notation if it is unchanged: %j", (yaml, value) => {
    expect(set(yaml, "a", value)).toBe(yaml);
  });

  test("with many digits is not confused with a similar number", () => {
    expect(set("a: 9007199254740993\n", "a", 9007199254740992)).toBe("a: 9007199254740992\n");
  });
});

describe("a key", () => {
  test.each<[string, string, string, EditValue, string]>([
    [
      "is added after the last key of its map",
      "a:\n  b: 1 # c\n  # d: 2\n\n# e\nf: 1\n",
      "a.g",
      3,
      "a:\n  b: 1 # c\n  g: 3\n  # d: 2\n\n# e\nf: 1\n",
    ],
    [
      "is added after all lines of the last key",
      "a:\n  b:\n    c: 1\n    # d: 2\n  # e\n",
      "a.g",
      3,
      "a:\n  b:\n    c: 1\n    # d: 2\n  g: 3\n  # e\n",
    ],
    ["is added with its missing parent keys", "a: 1\n", "b.c.d", "x", "a: 1\nb:\n  c:\n    d: x\n"],
    ["turns an empty value into a map", "a:\nb: 1\n", "a.c", "x", "a:\n  c: x\nb: 1\n"],
    [
      "turns an engine's name into a map",
      "engine: agent-cli # c\nb: 1\n",
      "engine.model",
      "x",
      "engine: # c\n  id: agent-cli\n  model: x\nb: 1\n",
    ],
    [
      "is added within braces",
      "engine: {id: agent-cli} # c\n",
      "engine.model",
      "x",
      "engine: {id: agent-cli, model: x} # c\n",
    ],
    [
      "turns empty braces into a block",
      "a: [{}]\nb: {}\n",
      "b",
      map({ c: [1] }),
      "a: [{}]\nb:\n  c:\n    - 1\n",
    ],
    [
      "gets its own line within braces",
      "a: {\n  b: 1, # c\n  d: 2 # e\n }\n",
      "a.f",
      "x",
      "a: {\n  b: 1, # c\n  d: 2, # e\n  f: x\n }\n",
    ],
    ["keeps a trailing comma", "a: {\n  b: 1,\n }\n", "a.f", "x", "a: {\n  b: 1,\n  f: x,\n }\n"],
    ["can have any name", "a: {}\n", "__proto__", "x", "a: {}\n'__proto__': x\n"],
  ])("%s", (_, yaml, path, value, after) => {
    expect(set(yaml, path, value)).toBe(after);
  });

  test.each<[string, string, string, string]>([
    ["is removed with its line", "a: 1\nb: 2 # c\nd: 3\n", "b", "a: 1\nd: 3\n"],
    [
      "is removed with the comments in it, but not the comment above it",
      "a: 1\n# b\nb:\n  # c\n  d: 1\n  # e\n# f\ng: 1\n",
      "b",
      "a: 1\n# b\n# f\ng: 1\n",
    ],
    ["leaves one empty line", "a: 1\n\nb: 2\n\nd: 3\n", "b", "a: 1\n\nd: 3\n"],
    ["is removed with a block", "a: 1\nb: |\n  x\n\n  y\n\nd: 3\n", "b", "a: 1\n\nd: 3\n"],
    ["leaves an empty map", "a: # c\n  b: 1\n  # d\ne: 2\n", "a.b", "a: {} # c\n  # d\ne: 2\n"],
    ["is removed with its comma", "a: {b: 1, c: 2, d: 3}\n", "a.c", "a: {b: 1, d: 3}\n"],
    ["is removed with the comma before it", "a: { b: 1, c: 2 }\n", "a.c", "a: { b: 1 }\n"],
    ["is removed as the only key in braces", "a: {b: 1,}\n", "a.b", "a: {}\n"],
    [
      "is removed with its line in braces",
      "a: {\n  b: 1, # c\n  d: 2, # e\n  f: 3 # g\n }\n",
      "a.d",
      "a: {\n  b: 1, # c\n  f: 3 # g\n }\n",
    ],
    ["that does not exist is removed without a change", "a: 1\n", "b.c", "a: 1\n"],
  ])("%s", (_, yaml, path, after) => {
    expect(set(yaml, path, undefined)).toBe(after);
  });
});

describe("a changed map or list", () => {
  test("keeps the lines of unchanged values", () => {
    const yaml = "env: # c\n  A: 1 # d\n  # e\n  B: 2\n  C: 3 # f\n";
    expect(set(yaml, "env", map({ A: 1, C: "x", D: 4 }))).toBe(
      "env: # c\n  A: 1 # d\n  # e\n  C: x # f\n  D: 4\n",
    );
  });

  test("keeps the lines of unchanged items", () => {
    const yaml = "allowed:\n  # ours\n  - a # b\n  - c\n  # theirs\n  - d # e\n";
    expect(set(yaml, "allowed", ["a", "f", "d", "g"])).toBe(
      "allowed:\n  # ours\n  - a # b\n  - f\n  # theirs\n  - d # e\n  - g\n",
    );
    expect(set(yaml, "allowed", ["g", "d"])).toBe(
      "allowed:\n  # ours\n  - g\n  # theirs\n  - d # e\n",
    );
  });

  test("keeps unchanged items within brackets", () => {
    expect(set("a: [ b, 'c', d ] # e\n", "a", ["c", "d", "f"])).toBe("a: [ 'c', d, f ] # e\n");
    expect(set("a: [\n  b, # c\n  d # e\n ]\n", "a", ["d", "f"])).toBe("a: [\n  d, # e\n  f\n ]\n");
  });
});

describe("a new part of a definition", () => {
  test("gets the position that the first definition has for it", () => {
    const text = firstDefinition("probe", "forge");
    const full = editFrontMatter(text, [
      { path: ["pool"], value: map({ vmImage: "ubuntu-24.04" }) },
      { path: ["engine", "model"], value: "m-1" },
      { path: ["network", "allowed"], value: ["registry.npmjs.org"] },
    ]);
    const added = full.split("\n").filter((line) => !text.split("\n").includes(line));
    expect(added).toEqual([
      "  model: m-1",
      "  allowed:",
      "    - registry.npmjs.org",
      "pool:",
      "  vmImage: ubuntu-24.04",
    ]);
    expect(full).toContain(
      "    - registry.npmjs.org\n  # - registry.npmjs.org\n\npool:\n  vmImage: ubuntu-24.04\n\n# When",
    );
  });

  test("can be removed again, which restores the text", () => {
    const text = firstDefinition("probe", "forge");
    const pool = { path: ["pool"], value: map({ vmImage: "ubuntu-24.04" }) };
    const there = editFrontMatter(text, [pool]);
    expect(editFrontMatter(there, [{ ...pool, value: undefined }])).toBe(text);
  });

  test("is added first if all other keys belong after it, or if there are no other keys", () => {
    expect(set("# c\nengine: x\n", "name", "a")).toBe("# c\nname: a\nengine: x\n");
    expect(set("# c\n", "name", "a")).toBe("# c\nname: a\n");
    expect(set("", "name", "a")).toBe("name: a\n");
  });
});

test("line endings, the byte order mark and a missing final newline are kept", () => {
  const text = "\ufeff---\r\nname: a\r\nengine:\r\n  id: x\r\n---\r\nLook\nhere\r\n---";
  expect(
    editFrontMatter(text, [
      { path: ["engine", "args"], value: ["-p", "--q"] },
      { path: ["name"], value: "b" },
    ]),
  ).toBe(
    "\ufeff---\r\nname: b\r\nengine:\r\n  id: x\r\n  args:\r\n    - '-p'\r\n    - '--q'\r\n---\r\nLook\nhere\r\n---",
  );
});

describe("an ambiguous edit is rejected, with its position", () => {
  test.each<[string, string, string, EditValue | undefined, string]>([
    [
      "an alias in the path",
      "x: &x {a: 1}\nb: *x\n",
      "b.a",
      2,
      "3:4: it is an alias of another value.",
    ],
    [
      "an anchor in the path",
      "b: &x {a: 1}\nc: *x\n",
      "b.a",
      2,
      "Could not edit the value at 2:7: it has an anchor, so it could also be used elsewhere.",
    ],
    [
      "an anchor on the value",
      "b: &x 1\nc: 2\n",
      "b",
      2,
      "Could not edit the value at 2:7: it has an anchor, so it could also be used elsewhere.",
    ],
    [
      "an anchor that is used elsewhere",
      "b: [&x 1]\nc: *x\n",
      "b",
      undefined,
      "2:4: it cannot be changed",
    ],
    [
      "a merged key",
      "x: &x {a: 1}\nb:\n  <<: *x\n  c: 1\n",
      "b.a",
      undefined,
      "4:7: it cannot be changed without changing something else.",
    ],
    ["a list in the path", "b: [1]\n", "b.a", 2, "2:4: it is a list without keys."],
    ["a string in the path", "b: x\n", "b.a", 2, "2:4: it is a value without keys."],
    ["a list at the top level", "- a\n", "b", 2, "2:1: it is not a map of keys and values."],
    ["a duplicate key", "a: 1\na: 2\n", "b", 2, '3:1 duplicate key: "a".'],
    ["a tag", "a: !!str 1\n", "b", 2, "2:4 has a tag"],
    ["tabs as indentation", "a:\n\tb: 1\n", "b", 2, "3:1"],
    ["invalid YAML", "a: [1\n", "b", 2, "3:1 invalid YAML: deficient indentation."],
  ])("%s", (_, yaml, path, value, message) => {
    expect(() => set(yaml, path, value)).toThrow(message);
  });

  test("a file without front matter", () => {
    expect(() => editFrontMatter("# Look\n", [{ path: ["a"], value: 1 }])).toThrow("1:1");
  });
});
