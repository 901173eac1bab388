import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { readYaml } from "../../src/yaml/read-yaml.ts";
import { plainOf, typeOf } from "../../src/yaml/yaml-node.ts";
import type { YamlNode } from "../../src/yaml/yaml-node.ts";

const options = { what: "definition", merges: "nearest" } as const;

/** Converts a node to plain values, with numbers as they were written. */
function plain(node: YamlNode | undefined): unknown {
  if (node === undefined) return undefined;
  if (node.kind === "list") return node.items.map(plain);
  if (node.kind === "map") return node.fields.map(({ key, value }) => [key.text, plain(value)]);
  return typeOf(node) === "text" ? node.text : { [typeOf(node)]: node.text };
}

const read = (text: string) => plain(readYaml(text, options).root);
const faults = (text: string) => readYaml(text, options).faults;

describe("values", () => {
  test("keep the written form: digits, leading zeros, the order of keys, unusual names", () => {
    const text = "b: 9007199254740993\na: 0123\n__proto__: 1.10\n1: 0x1F\n";
    expect(read(text)).toEqual([
      ["b", { integer: "9007199254740993" }],
      ["a", { integer: "0123" }],
      ["__proto__", { float: "1.10" }],
      ["1", { integer: "0x1F" }],
    ]);
  });

  test.each([
    ["yes", "text"],
    ["2024-01-01", "text"],
    ["1:30", "text"],
    ["true", "boolean"],
    ["~", "null"],
    ["", "null"],
    ["-.5e3", "float"],
    [".inf", "float"],
    ["+12", "integer"],
    ["'true'", "text"],
    ["|\n  12", "text"],
    ["-", "text"],
  ])("%j has its YAML 1.2 type", (word, type) => {
    const root = readYaml(`a: ${word}\n`.replace("a: -\n", 'a: "-"\n'), options).root;
    const value = root?.kind === "map" ? root.fields[0]?.value : undefined;
    expect(value?.kind === "scalar" && typeOf(value)).toBe(type);
  });

  test("have a start position in any notation", () => {
    const text = "a: x\nb: 'y'\nc: \"z\"\nd: # note\n  |\n  w\ne: [p, {q: r}]\nf:\n  - s\n";
    const root = readYaml(text, { ...options, base: 100 }).root;
    const starts: string[] = [];
    const walk = (node: YamlNode): void => {
      starts.push(text.slice(node.start - 100, node.start - 99));
      if (node.kind === "list") node.items.forEach(walk);
      if (node.kind === "map") node.fields.forEach(({ value }) => walk(value));
    };
    if (root) walk(root);
    expect(starts).toEqual(["a", "x", "'", '"', "|", "[", "p", "{", "r", "-", "s"]);
  });

  test("have an end position; a missing value is after its colon or dash", () => {
    const text =
      "a: x # n\nb: 'y'\nc: |+ # n\n  w\n\nd: [p, {q: r}, ]\ne:\nf:\n  - s\n  -\ng: ''\n";
    const root = readYaml(text, options).root;
    const fields = root?.kind === "map" ? root.fields : [];
    expect(fields.map(({ value }) => text.slice(value.start, value.end))).toEqual([
      "x",
      "'y'",
      "|+ # n\n  w\n",
      "[p, {q: r}, ]",
      "",
      "- s\n  -",
      "''",
    ]);
    expect(text.slice(0, fields[4]?.value.start)).toMatch(/\ne:$/);
  });

  test("become plain data, in which the first of two equal keys counts", () => {
    const text = "{i: 0x1F, o: 0o17, f: -.5e3, n: ~, t: TRUE, s: '1', z: .inf, __proto__: 1, i: 2}";
    const root = readYaml(text, options).root;
    expect(root && Object.entries(plainOf(root) as object)).toEqual(
      Object.entries({ i: 31, o: 15, f: -500, n: null, t: true, s: "1", z: Infinity }).concat([
        ["__proto__", 1],
      ]),
    );
  });

  test("can contain CRLF line breaks", () => {
    expect(read("a: 1\r\nb: |\r\n  x\r\n  y\r\n")).toEqual([
      ["a", { integer: "1" }],
      ["b", "x\ny\n"],
    ]);
  });
});

describe("aliases and merges", () => {
  test("insert a value at the alias's position", () => {
    const text = "a: &x [1]\nb: *x\n";
    const root = readYaml(text, options).root;
    expect(read(text)).toEqual([
      ["a", [{ integer: "1" }]],
      ["b", [{ integer: "1" }]],
    ]);
    const [, b] = root?.kind === "map" ? root.fields : [];
    expect(b?.value.start).toBe(text.indexOf("*x"));
  });

  test("a key takes precedence over merged keys, and an earlier merged map over a later one", () => {
    const text = "a: &a {x: 1, y: 1}\nb: &b {y: 2, z: 2}\nc:\n  <<: [*a, *b]\n  x: 0\n";
    expect(read(text)).toMatchObject([
      ["a", {}],
      ["b", {}],
      [
        "c",
        [
          ["x", { integer: "0" }],
          ["y", { integer: "1" }],
          ["z", { integer: "2" }],
        ],
      ],
    ]);
  });

  test.each([
    ["none", ["x", "<<"]],
    ["nearest", ["x", "y"]],
    ["all", ["x", "x", "y"]],
  ] as const)("a merged map has the expected keys with the option %s", (merges, names) => {
    const { root } = readYaml("{x: 0, <<: {x: 1, y: 1}}", { what: "definition", merges });
    expect(root?.kind === "map" && root.fields.map(({ key }) => key.text)).toEqual(names);
  });

  test.each([
    ["to an unknown anchor", "a: *x\n", 3],
    ["to a value that contains it", "a: &x [*x]\n", 7],
    ["to a later anchor", "a: *x\nb: &x 1\n", 3],
  ])("an alias %s is an error, with its position", (_, text, offset) => {
    expect(faults(text)).toMatchObject([{ offset }]);
  });

  test("an alias bomb is reported in one sentence", () => {
    const rows = ["a0: &a0 [x,x,x,x,x,x,x,x,x,x]"];
    for (let level = 1; level < 12; level += 1) {
      const refs = Array.from({ length: 10 }, () => `*a${level - 1}`).join(",");
      rows.push(`a${level}: &a${level} [${refs}]`);
    }
    expect(faults(rows.join("\n"))[0]?.message).toContain(
      "expands to too many values: aliases can turn a few lines into billions",
    );
  });
});

const token = `ghp_0123456789${"aB".repeat(13)}`;

describe("YAML errors", () => {
  test.each([
    ["!!str 5", "core tag"],
    ["!!int 5", "core tag"],
    ["!!map {}", "core tag"],
    ["!!int '5'", "tag"],
    ["!!bool yes", "tag"],
    ["!!set {}", "tag"],
    ["!mine 5", "tag"],
  ])("%s has a %s", (text, kind) => {
    expect(faults(text)).toMatchObject([{ kind, offset: 0 }]);
  });

  test("a string tag turns a number into a string", () => {
    const { root } = readYaml("!!str 5", options);
    expect(root && plainOf(root)).toBe("5");
  });

  test.each([
    ["a: 1\nb: 2\na: 3\n", 10, 'duplicate key: "a"'],
    ["a: !!str 5\n", 3, 'has a tag, "!!str"'],
    ["a: 1\n---\nb: 2\n", 5, "a second document"],
    ["%YAML 1.2\n---\na: 1\n", 0, "directive"],
    ["[a]: b\n", 0, "is a list used as a key; keys must be strings"],
    ["<<: 1\n", 4, "is not a map; << can only merge maps"],
    ["a: [1\nb: 2\n", 6, "invalid YAML: deficient indentation"],
    ["a: \u0001\n", 3, "invalid YAML: the stream contains non-printable characters"],
  ])("%j is rejected, at the position of the error", (text, offset, message) => {
    expect(faults(text)).toMatchObject([{ offset, message: expect.stringContaining(message) }]);
  });

  test.each([
    `${token}: 1\n${token}: 2\n`,
    `a: !${token} x\n`,
    `a: *${token}\n`,
    `%TAG !${token}! x\n%TAG !${token}! y\n---\na\n`,
  ])("%j contains a possible secret, and is reported without it", (text) => {
    expect(faults(text)).toHaveLength(1);
    expect(JSON.stringify(faults(text))).not.toContain("0123456789");
  });

  test.each(["x".repeat(1100), "\\".repeat(600), "\u0007".repeat(200)])(
    "a key longer than a YAML parser's limit is reported, with its position",
    (key) => {
      const text = `a: {${JSON.stringify(key)}: 1}\n`;
      expect(faults(text)).toMatchObject([{ offset: 4, message: expect.stringContaining("key") }]);
      expect(faults(text)[0]?.message.length).toBeLessThan(200);
    },
  );

  test("a long key below that limit is accepted", () => {
    expect(faults(`a: {${"x".repeat(1000)}: 1}\n`)).toEqual([]);
  });

  test("several errors are reported at once", () => {
    expect(faults("a: !x 1\na: *y\nb: 1\nb: 2\n")).toHaveLength(4);
  });

  test("excessive nesting is reported in one sentence, immediately", () => {
    expect(faults("[".repeat(500_000))[0]?.message).toMatch(/nest|depth/);
    expect(faults("- ".repeat(500_000))[0]?.message).toMatch(/nest|depth/);
  });

  test("an empty text has neither a value nor an error", () => {
    expect(readYaml("", options)).toEqual({ faults: [] });
    expect(readYaml("# only a note\n", options)).toEqual({ faults: [] });
  });
});

describe("a flow collection is read as by other parsers", () => {
  test.each([
    "a: [\n  x,\n  y\n]\n",
    "k:\n  a: [\n    x\n  ]\n  b: 1\n",
    "a: {\n  b: c\n}\nd: 1\n",
    "a: [ # first\n  x, # second\n\n# third\n]\n",
    "a:\t[x]\n",
    "a: [\r\n  x\r\n]\r\n",
    'a: [\n  "x # y",\n  "z"\n]\n',
  ])("%j", (text) => {
    const { root, faults: found } = readYaml(text, options);
    expect(found).toEqual([]);
    expect(root && plainOf(root)).toEqual(parse(text));
  });

  test.each(['a: [\n  "x", # y\n]\n', 'a: ["x\n]"\n', "a: [one\ntwo]\n", "a: [\n\tx\n]\n"])(
    "unless it is rejected: %j",
    (text) => {
      expect(faults(text)).toHaveLength(1);
    },
  );
});
