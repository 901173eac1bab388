import fc from "fast-check";
import { load } from "js-yaml";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { scalarText } from "../../src/yaml/scalar-text.ts";
import { YamlWriter, type Plain, type PlainMap } from "../../src/yaml/yaml-writer.ts";
import { readYaml } from "../../src/yaml/read-yaml.ts";

function write(map: PlainMap): string {
  const writer = new YamlWriter();
  writer.plainMap("", map);
  return writer.text();
}

/** Three parsers for the written text; the service's own is of the YAML 1.1 kind. */
const readers: readonly ((text: string) => unknown)[] = [
  (text) => parse(text, { version: "1.2", schema: "core", logLevel: "silent" }),
  (text) => parse(text, { version: "1.1", schema: "yaml-1.1", logLevel: "silent" }),
  (text) => load(text),
];

test.each(["\n", "\r", "\u0085", "\u2028", "\u2029"])("a comment with %j is rejected", (end) => {
  expect(() => {
    new YamlWriter().comment(`a${end}steps:`);
  }).toThrow("one line");
});

const words = [
  "yes",
  "No",
  "y",
  "on",
  "null",
  "~",
  "",
  " ",
  "012",
  "0x1F",
  "1e3",
  "1_000",
  "1:30",
  "-",
  "?",
  "2024-01-01",
  ".inf",
  "-.5",
  "<<",
  "=",
  "!x",
  "&a",
  "*a",
  "a: b",
  "a #b",
  "a:",
  "#a",
  "- a",

  "$(X)",
  "${{ x }}",
  "$[x]",
  "'",
  '"',
  "\\",
  "a'b",
  "a\tb",
  "\u0085",
  "\u2028",
  "\u{1f600}",
  "é",

  "a\nb",
  "a\nb\n",
  "a\n\n",
  "\na",
  " a\nb",
  "a\r\nb",
  "\n",
  "---",
  "...",
  "a\n---\nb",
  "%a",
  "@a",

  "`a",
  "[a",
  "{a",
  "a]",
  "a,b",
  "a b ",
  "a\n ",
  "\ta\nb",
  "a\n\tb",
  "null\n",
  "0o7",
  "NaN",
  "+.inf",
];
const text = fc.oneof(fc.constantFrom(...words), fc.string({ unit: "grapheme" }), fc.string());
const { value } = fc.letrec<{ value: Plain }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    text,
    fc.boolean(),
    fc.integer(),
    fc.array(tie("value")),
    fc.dictionary(text, tie("value"), { noNullPrototype: true }),
  ),
}));

describe("written YAML", () => {
  test.each(words)("%j is the same text for every parser", (word) => {
    for (const read of readers) {
      expect(read(`a: ${scalarText(word)}\n`)).toEqual({ a: word });
      expect(read(write({ [`k${word}`]: word, list: [word] }))).toEqual({
        [`k${word}`]: word,
        list: [word],
      });
    }
  });

  test("has the intended value for every parser", () => {
    fc.assert(
      fc.property(value, (map) => {
        const yaml = write({ map });
        for (const read of readers) expect(read(yaml)).toEqual({ map });
      }),
    );
  });

  test("keeps a script of several lines unchanged", () => {
    expect(write({ steps: [{ bash: "set -e\n\n  x: $(Y)\n", env: { A: "1" } }] })).toBe(
      "steps:\n- bash: |\n    set -e\n\n      x: $(Y)\n  env:\n    A: '1'\n",
    );
  });

  test("keeps the types and digits of an author's values", () => {
    const given =
      'a: 007\nb: "007"\nc: 1.10\nd: yes\ne:\nf: True\ng: [1, [2, {h: i}], []]\nj: {}\n1: 2\n';
    const root = readYaml(given, { what: "definition" }).root;
    const writer = new YamlWriter();
    if (root?.kind === "map") writer.node("", root);
    expect(writer.text()).toBe(
      "a: 007\nb: '007'\nc: 1.10\nd: 'yes'\ne:\nf: True\n" +
        "g:\n- 1\n-\n  - 2\n  - h: i\n- []\nj: {}\n1: 2\n",
    );
  });
});
