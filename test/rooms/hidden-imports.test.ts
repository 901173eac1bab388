import { expect, test } from "vitest";
import { findHiddenImports } from "./hidden-imports.ts";

test.each([
  "await import(name);",
  "await import(`./${name}.ts`);",
  'await import("data:text/javascript,1");',
  'import "/tmp/a.ts";',
  'process.getBuiltinModule("node:fs");',
  "const { getBuiltinModule } = process;",
  "eval(text);",
  "const run = new Function(text);",
])("%s hides an import", (text) => {
  expect(findHiddenImports({ path: "src/plane/repository/a.ts", text })).toEqual([
    `src/plane/repository/a.ts: ${text}`,
  ]);
});

test.each([
  'await import("./a.ts");',
  'import { readFile } from "node:fs/promises";',
  "// await import(name);",
  "const run: Function = start;",
])("%s does not hide an import", (text) => {
  expect(findHiddenImports({ path: "src/plane/repository/a.ts", text })).toEqual([]);
});
