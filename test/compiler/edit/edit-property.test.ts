import fc from "fast-check";
import { expect, test } from "vitest";
import { isMap, isNode, isScalar, parseDocument, stringify } from "yaml";
import { editFrontMatter } from "../../../src/compiler/edit/edit-front-matter.ts";
import type { EditValue } from "../../../src/yaml/edit/edit-value.ts";
import { readYaml } from "../../../src/yaml/read-yaml.ts";
import { definitionYaml, splitSource } from "../../../src/compiler/source/source-file.ts";
import { typeOf, type YamlNode } from "../../../src/yaml/yaml-node.ts";
import { InvalidInput } from "../../../src/shared/errors.ts";
import { frontMatters } from "../front-matter-arbitrary.ts";
import { runs } from "../../sample.ts";

/** Positions of comments and empty lines in a text, including comments at the end of a line. */
const strewn = fc.infiniteStream(fc.constantFrom("", "", "above", "empty", "behind", "in"));

/**
 * Inserts comments only where nothing else can be meant. A multi-line text cannot contain a
 * comment.
 */
function strew(yaml: string, kinds: Iterable<string>): string {
  const next = kinds[Symbol.iterator]();
  let count = 0;
  const comment = () => `# comment ${(count += 1)}`;
  const lines = yaml.split("\n").slice(0, -1);
  return lines
    .map((line) => {
      const [prefix = ""] = /^ */.exec(line) ?? [];
      const kind = /^ *(?:- )?[\w-]+:(?: [\w./-]+)?$/.test(line) ? next.next().value : "";
      if (kind === "above") return `${prefix}${comment()}\n${line}\n`;
      if (kind === "empty") return `\n${line}\n`;
      if (kind === "behind") return `${line} ${comment()}\n`;
      return kind === "in" ? `${" ".repeat(count % 5)}${comment()}\n${line}\n` : `${line}\n`;
    })
    .join("");
}

const checks = fc.constantFrom(
  { indent: 2, flow: false },
  { indent: 4, flow: false },
  { indent: 2, flow: true },
  { indent: 2, indentSeq: false, flow: false },
);
const documents = fc
  .tuple(frontMatters, checks, strewn, fc.constantFrom("\n", "\r\n"), fc.constantFrom("", "\ufeff"))
  .map(([frontMatter, { flow, ...snapshot }, kinds, lineEnd, mark]) => {
    const options = { version: "1.2", aliasDuplicateObjects: false, ...snapshot } as const;
    const collectionStyle = flow ? "flow" : "any";
    const yaml = strew(stringify(frontMatter, { ...options, collectionStyle }), kinds);
    // Content of a multi-line text belongs to it, including line endings.
    const text = `${mark}---\n${yaml}---\n\nLook.`;
    return text.includes("\r") ? text : text.replaceAll("\n", lineEnd);
  });

const words = fc.constantFrom(
  "agent-cli",
  "m-1",
  "yes",
  "12",
  "a: b # c",
  "- x",
  "{",
  "é\u2028",
  "$(X)",
);
const { value: values } = fc.letrec<{ value: EditValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    words,
    fc.string({ maxLength: 12 }),
    fc.integer(),
    fc.boolean(),
    fc.array(tie("value"), { maxLength: 3 }),
    fc
      .array(fc.tuple(fc.constantFrom("id", "model", "A", "__proto__", "x y"), tie("value")), {
        maxLength: 3,
      })
      .map((entries) => new Map(entries)),
  ),
}));
const paths = fc.constantFrom(
  ["name"],
  ["description"],
  ["engine"],
  ["engine", "model"],
  ["engine", "args"],
  ["engine", "env"],
  ["engine", "env", "A"],
  ["engine", "provider"],
  ["engine", "provider", "base-url"],
  ["engine", "forge-app-token", "repositories"],
  ["network"],
  ["network", "allowed"],
  ["network", "urls"],
  ["pool", "vmImage"],
  ["steps"],
  ["new"],
  ["new", "a", "b"],
);

/** Converts a document for comparison: maps by their keys, scalars by their types and values. */
function plain(node: YamlNode | undefined): unknown {
  if (!node) return undefined;
  if (node.kind === "scalar") {
    const type = typeOf(node);
    return type === "text" ? node.text : { [type]: type === "null" ? "" : node.text };
  }
  if (node.kind === "list") return node.items.map(plain);
  return new Map(node.fields.map(({ key, value }) => [key.text, plain(value)]));
}

function plainValue(value: EditValue): unknown {
  if (typeof value === "string") return value;
  if (typeof value === "number") return { integer: String(value === 0 ? 0 : value) };
  if (typeof value === "boolean") return { boolean: String(value) };
  if (value instanceof Map)
    return new Map([...value].map(([key, each]) => [key, plainValue(each)]));
  return Array.isArray(value) ? value.map(plainValue) : undefined;
}

function read(text: string): unknown {
  const file = splitSource(text);
  if (!("yaml" in file)) throw new Error(file.message);
  const { root, faults } = readYaml(file.yaml, definitionYaml);
  expect(faults).toEqual([]);
  return plain(root);
}

/** Applies an edit by its definition only, without code of the editor. */
function put(
  tree: unknown,
  [name = "", ...rest]: readonly string[],
  value: EditValue | undefined,
): unknown {
  const map = new Map<string, unknown>(
    tree instanceof Map ? tree : typeof tree === "string" ? [["id", tree]] : [],
  );
  if (rest.length > 0) {
    if (value === undefined && !(map.get(name) instanceof Map)) return tree;
    map.set(name, put(map.get(name), rest, value));
  } else if (value === undefined) map.delete(name);
  else map.set(name, plainValue(value));
  return map;
}

/** Returns the editor's result, or `undefined` if the editor rejects the edit. */
function tryEdit(text: string, path: readonly string[], value: EditValue | undefined) {
  try {
    return editFrontMatter(text, [{ path, value }]);
  } catch (error) {
    if (error instanceof InvalidInput) return undefined;
    throw error;
  }
}

const linesIn = (text: string) => text.split(/\r?\n/).map((line) => line.trim());
const commentsIn = (text: string) => text.match(/# comment \d+/g) ?? [];

const isFlow = (text: string) => /^\ufeff?---\r?\n(?:\s|#.*)*\{/.test(text);

/**
 * Returns all lines outside a key and its value, as delimited by another parser. Nested lines count
 * as inside.
 */
function linesOutside(text: string, name: string): readonly string[] {
  const file = splitSource(text);
  if (!("yaml" in file)) throw new Error(file.message);
  const { contents } = parseDocument(file.yaml, { version: "1.2", uniqueKeys: false });
  const pair = isMap(contents)
    ? contents.items.find(({ key }) => isScalar(key) && key.value === name)
    : undefined;
  const from = isScalar(pair?.key) ? pair.key.range?.[0] : undefined;
  const to = isNode(pair?.value) ? pair.value.range?.[2] : undefined;
  const outside =
    from === undefined || to === undefined
      ? file.yaml
      : file.yaml.slice(0, from) + file.yaml.slice(to).replace(/^(?:[ \t]+#.*\r?\n|\s*\n)+/, "");
  return linesIn(outside).filter((line) => line !== "");
}

/**
 * Returns whether a generated document is readable. Some are invalid YAML, which the editor
 * rejects.
 */
const isReadable = (text: string) => {
  const file = splitSource(text);
  return "yaml" in file && readYaml(file.yaml, definitionYaml).faults.length === 0;
};

test("an edit changes only its value for every parser, and repeating the edit changes nothing", () => {
  let refused = 0;
  let all = 0;
  fc.assert(
    fc.property(documents, paths, fc.option(values, { nil: undefined }), (text, path, value) => {
      fc.pre(isReadable(text));
      all += 1;
      const edited = tryEdit(text, path, value);
      if (edited === undefined) {
        refused += 1;
        return;
      }
      expect(read(edited)).toEqual(put(read(text), path, value));
      expect(editFrontMatter(edited, [{ path, value }])).toBe(edited);
      expect(edited.startsWith(text.slice(0, text.indexOf("---")))).toBe(true);
      expect(edited.slice(-6)).toBe(text.slice(-6));
    }),
    runs(200),
  );
  // A text in place of a map is rejected, but such documents are rare.
  expect(refused / all).toBeLessThan(0.05);
});

test("an edit of one key keeps all other lines, and the comments above the key", () => {
  fc.assert(
    fc.property(documents, paths, fc.option(values, { nil: undefined }), (text, path, value) => {
      fc.pre(isReadable(text));
      const edited = tryEdit(text, path, value);
      if (edited === undefined || isFlow(text)) return;
      const outside = linesOutside(text, path[0] ?? "");
      const left = linesIn(edited);
      expect(outside.filter((line) => !left.includes(line))).toEqual([]);
    }),
    runs(200),
  );
});

test("changing a plain value and changing it back restores the text", () => {
  fc.assert(
    fc.property(documents, fc.stringMatching(/^[a-z]{1,3}-[a-z]$/), (text, word) => {
      fc.pre(isReadable(text));
      for (const path of [["name"], ["engine", "model"], ["pool", "vmImage"]]) {
        const before = path.reduce<unknown>(
          (tree, name) => (tree instanceof Map ? tree.get(name) : undefined),
          read(text),
        );
        if (typeof before !== "string" || !text.includes(`: ${before}`)) continue;
        const there = editFrontMatter(text, [{ path, value: word }]);
        expect(commentsIn(there)).toEqual(commentsIn(text));
        const needsQuotes = !/^(?!(?:[yn]|yes|no|on|off|true|false|null)$)[a-z][a-z-]*$/.test(
          before,
        );
        if (needsQuotes) continue;
        expect(editFrontMatter(there, [{ path, value: before }])).toBe(text);
      }
    }),
    runs(200),
  );
});

test("adding and removing a key restores the text", () => {
  fc.assert(
    fc.property(documents, values, (text, value) => {
      fc.pre(isReadable(text));
      for (const path of [["new"], ["engine", "new"], ["network", "new"]]) {
        const parent =
          path.length === 1 ? new Map() : (read(text) as Map<string, unknown>).get(path[0] ?? "");
        if (!(parent instanceof Map) || (parent.size === 0 && path.length > 1)) continue;
        const there = editFrontMatter(text, [{ path, value }]);
        expect(commentsIn(there)).toEqual(commentsIn(text));
        expect(editFrontMatter(there, [{ path, value: undefined }])).toBe(text);
      }
    }),
    runs(200),
  );
});

test("no text causes a crash, and the text after the front matter is kept", () => {
  const end = "\n---\nLook.\n";
  const keepsEnd = (yaml: string, path: readonly string[], value: EditValue) => {
    expect(tryEdit(`---\n${yaml}${end}`, path, value) ?? end).toMatch(/---\nLook\.\n$/);
  };
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 100 }), paths, values, keepsEnd), {
    ...runs(1000),
  });
  const signs = fc.oneof(
    fc.constantFrom("a", "b", ":", " ", "\n", "{", "}", "[", "]", ",", "#", "|", "'", '"', "~"),
    fc.constantFrom("\t", "  ", "\n  ", "- ", " # ", "&x ", "*x", "? "),
  );
  const odd = fc.array(signs, { maxLength: 40 }).map((parts) => `a: 1\n${parts.join("")}`);
  fc.assert(fc.property(odd, fc.constantFrom(["a"], ["b"], ["a", "b"]), values, keepsEnd), {
    ...runs(3000),
  });
});
