import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import { buildScript, embedScripts } from "../../../scripts/embed-scripts.mjs";
import { mintScript, revokeScript } from "../../../src/compiler/scripts/embedded-scripts.ts";

const folder = fileURLToPath(new URL("../../../src/compiler/scripts/", import.meta.url));

describe.each([
  ["mint", mintScript],
  ["revoke", revokeScript],
])("the script %s", (name, script) => {
  test("is built reproducibly", async () => {
    const { text } = await buildScript(`${folder}${name}/main.ts`);
    expect(text).toBe(script);
  });

  test("is the same in the product and in the tests", async () => {
    const { outputFiles } = await build({
      stdin: {
        contents: `export { ${name}Script as text } from "./embedded-scripts.ts";`,
        resolveDir: folder,
      },
      bundle: true,
      format: "esm",
      minify: true,
      write: false,
      plugins: [embedScripts],
    });
    const code = Buffer.from(outputFiles[0]?.text ?? "").toString("base64");
    // The bundler's output is a module that exports the script's text.
    // oxlint-disable-next-line typescript/no-unsafe-assignment
    const made: { text: string } = await import(`data:text/javascript;base64,${code}`);
    expect(made.text).toBe(script);
  });

  test("contains nothing that Azure Pipelines replaces or executes", () => {
    for (const sign of ["$(", "${{", "$[", "##vso[", "##["]) expect(script).not.toContain(sign);
  });

  test("can be embedded unchanged in a YAML block and in a heredoc", () => {
    expect(script).toMatch(/^[\x20-\x7e\n]+\n$/);
    expect(script).toMatch(/^\S/);
    expect(script).not.toMatch(/^(END|EOF)/m);
    expect(script).not.toMatch(/^\/\/|^---|^\.\.\.| $/m);
  });

  test("loads only Node modules, and none that start programs or access files", () => {
    const loaded = [...script.matchAll(/require\(("[^"]*"|[^)]*)\)/g)].map(([, what]) => what);
    const known = ["crypto", "http", "https", "net", "tls", "util"].map((part) => `"node:${part}"`);
    expect(loaded.filter((what) => !known.includes(what ?? ""))).toEqual([]);
    expect(script).not.toMatch(/\bimport\b(?!_)|node_modules/);
    expect(script).not.toContain(process.cwd());
  });

  test("fits into the one variable in which Azure Pipelines passes a script", () => {
    expect(script.length).toBeLessThan(32_000);
    expect(Math.max(...script.split("\n").map((line) => line.length))).toBeLessThan(250);
  });
});
