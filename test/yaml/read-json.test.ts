import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readJson } from "../../src/yaml/read-json.ts";
import { plainOf, type YamlNode } from "../../src/yaml/yaml-node.ts";
import { runs } from "../sample.ts";

/** Parses a text with `JSON.parse`. */
function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

function read(text: string): { readonly value: unknown } | undefined {
  const { root } = readJson(text);
  return root && { value: plainOf(root) };
}

test("accepts the same texts as JSON.parse, and rejects all other texts", () => {
  const spaces = fc.constantFrom("", " ", "\t", "  ", "\n");
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), spaces, (value, space) => {
      const text = JSON.stringify(value, null, space);
      expect(read(text)).toEqual(parse(text));
    }),
  );
  const pieces = fc.constantFrom(
    ...'[|]|{|}|,|:|"|"a"|"\\u0061"|\\|1|-|0|.5|e1|true|null|nul| |\t|\n|//|\'|\u00a0|\ufeff'.split(
      "|",
    ),
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const text = parts.join("");
      expect(read(text) === undefined).toBe(parse(text) === undefined);
    }),
    runs(5000),
  );
});

test("every value and key has its position", () => {
  const text = '{\n  "a": [1, "x y"],\n  "b\\n": { "c": null }\n}\n';
  const found: string[] = [];
  const walk = (node: YamlNode): void => {
    found.push(text.slice(node.start, node.end).replaceAll(/\s+/g, " "));
    if (node.kind === "list") node.items.forEach(walk);
    if (node.kind === "map") node.fields.forEach(({ key, value }) => [key, value].forEach(walk));
  };
  const { root } = readJson(text);
  if (root) walk(root);
  const complete = '{ "a": [1, "x y"], "b\\n": { "c": null } }';
  expect(found).toEqual([
    complete,
    '"a"',
    '[1, "x y"]',
    "1",
    '"x y"',
    '"b\\n"',
    '{ "c": null }',
    '"c"',
    "null",
  ]);
});

describe("JSON errors", () => {
  test.each([
    ["", 0],
    ["[", 1],
    ['{"a": 1,}', 8],
    ["[1 2]", 3],
    ["[01]", 2],
    ["{a: 1}", 1],
    ['"a\nb"', 0],
    ["1 // one", 2],
    ["NaN", 0],
  ])("%j is rejected, at the position of the error", (text, offset) => {
    expect(readJson(text)).toEqual({
      faults: [{ kind: "syntax", offset, message: "invalid JSON" }],
    });
  });

  test("a duplicate key is reported at its second position, even if it is escaped", () => {
    expect(readJson('{"a": 1, "\\u0061": {"b": 1}}').faults).toMatchObject([
      { kind: "twice", offset: 9 },
    ]);
  });

  test("excessive nesting is an error", () => {
    expect(readJson("[".repeat(500_000)).faults).toMatchObject([{ kind: "depth" }]);
  });

  test("a long text with many escapes is read", () => {
    const long = '\\"x'.repeat(300_000);
    expect(read(JSON.stringify(long))).toEqual({ value: long });
  });
});
