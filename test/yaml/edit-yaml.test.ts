import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import type { EditValue } from "../../src/yaml/edit/edit-value.ts";
import { editYaml } from "../../src/yaml/edit/edit-yaml.ts";
import { readYaml } from "../../src/yaml/read-yaml.ts";
import { runs } from "../sample.ts";

const options = { what: "rules file", title: "The rules file" };
const set = (text: string, name: string, value: EditValue | undefined) =>
  editYaml(text, [{ path: [name], value }], options);

describe("a YAML file", () => {
  test.each([
    ["", "b: 1\n"],
    ["# Later.\n", "# Later.\nb: 1\n"],
    ["# Later.", "# Later.\nb: 1"],
    ["a: 1", "a: 1\nb: 1"],
    ["\ufeffa: 1\r\n", "\ufeffa: 1\r\nb: 1\r\n"],
    ["---\na: 1\n...\n", "---\na: 1\nb: 1\n...\n"],
    ['{"a": 1}\n', '{"a": 1, b: 1}\n'],
    ["a: |\n  x\n\n# below\n", "a: |\n  x\nb: 1\n\n# below\n"],
  ])("%j can get a new key", (text, expected) => {
    expect(set(text, "b", 1)).toBe(expected);
  });

  test("can lose its last key if it does not end with a line break", () => {
    expect(set("a: 1\nb: 1", "b", undefined)).toBe("a: 1");
    expect(set("b: 1", "b", undefined)).toBe("");
  });

  test.each([
    [
      "a: &x 1\nb: *x\n",
      "a",
      "Could not edit the value at 1:7: it has an anchor, so it could also be used elsewhere.",
    ],
    ["- a\n", "a", "Could not edit the value at 1:1: it is not a map of keys and values."],
    ["a: [\n", "a", "The rules file cannot be read: 2:1 invalid YAML: deficient indentation."],
  ])("%j is refused, with the position", (text, name, message) => {
    expect(() => set(text, name, ["other"])).toThrow(message);
  });

  test("keeps an alias if the new value is the same", () => {
    const text = "a: &x [1, 2]\nb: *x\n";
    expect(set(text, "b", [1, 2])).toBe(text);
    expect(set(text, "b", [1])).toBe("a: &x [1, 2]\nb:\n  - 1\n");
  });
});

const words = fc.constantFrom(
  "x",
  "yes",
  "https://a.test/b/*?c=d",
  "./logs",
  "a: b",
  "~",
  "*.test",
);
const values = fc.oneof(words, fc.boolean(), fc.array(words, { minLength: 1, maxLength: 4 }));
const names = fc.constantFrom("a", "b", "c", "d");
const files = fc.tuple(
  fc.dictionary(names, values, { maxKeys: 4, noNullPrototype: true }),
  fc.constantFrom("any", "flow"),
  fc.constantFrom("\n", "\r\n"),
  fc.constantFrom("", "\ufeff"),
  fc.boolean(),
);

test("edits change only their values for another parser, and keep the remaining text", () => {
  fc.assert(
    fc.property(
      files,
      fc.array(fc.tuple(names, fc.option(values, { nil: undefined })), { maxLength: 4 }),
      ([content, collectionStyle, lineEnd, mark, hasEnd], edits) => {
        const isFlow = collectionStyle === "flow";
        const written = stringify(content, { collectionStyle: isFlow ? "flow" : "any" });
        const plain = Object.keys(content).length === 0 ? "# nothing\n" : written;
        const text = mark + (hasEnd ? plain : plain.trimEnd()).replaceAll("\n", lineEnd);
        const edited = editYaml(
          text,
          edits.map(([name, value]) => ({ path: [name], value })),
          options,
        );
        const expected: Record<string, unknown> = { ...content };
        for (const [name, value] of edits) {
          if (value === undefined) delete expected[name];
          else expected[name] = value;
        }
        expect(parse(edited.replace(/^\ufeff/, "")) ?? {}).toEqual(expected);
        expect(edited.startsWith("\ufeff")).toBe(mark !== "");
        const isCrlf = text.includes("\r\n");
        expect(isCrlf && /[^\r]\n/.test(edited)).toBe(false);
        const isSame = edits.every(([name, value]) => value === content[name]);
        expect(isSame && edited !== text).toBe(false);
      },
    ),
    runs(500),
  );
});

test("an edit after a block with kept line breaks leaves no incomplete line break", () => {
  const text = "a: |+\r\n  keep\r\n\r\nb: x\r\n";
  const { root } = readYaml(text, { what: "file" });
  const value = root?.kind === "map" ? root.fields[0]?.value : undefined;
  expect(value && text.slice(0, value.end).endsWith("\r")).toBe(false);
});
