// What a compiled pipeline carries: programs of src/compiler/scripts, each as one text. `import { text } from "….ts?script"`
// is answered here, for esbuild and for the test runner alike, so that tests run the bytes that the product holds.
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const mark = "?script";

/** The text of a program for `node -`: one file, readable, without comments; and the files that it is made of. */
export async function buildScript(file) {
  // Loaded here: who builds nothing needs no bundler.
  const { build } = await import("esbuild");
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [relative(root, file)],
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    charset: "ascii",
    legalComments: "none",
    // What others set up for their editors changes no byte.
    tsconfigRaw: { compilerOptions: { target: "es2023", verbatimModuleSyntax: true } },
    metafile: true,
    write: false,
    logLevel: "warning",
  });
  const [{ text }] = outputFiles;
  return {
    text: text.replace(/^\/\/ .*\n/gm, ""),
    files: Object.keys(metafile.inputs).map((name) => resolve(root, name)),
  };
}

const moduleOf = (text) => `export const text = ${JSON.stringify(text)};`;

/** For esbuild. */
export const embedScripts = {
  name: "embed-scripts",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\?script$/ }, ({ path, resolveDir }) => ({
      // From the root on, or the names of what is built would be others in another clone.
      path: relative(root, resolve(resolveDir, path.slice(0, -mark.length))),
      namespace: "script",
    }));
    onLoad({ filter: /./, namespace: "script" }, async ({ path }) => {
      const { text, files } = await buildScript(resolve(root, path));
      return { contents: moduleOf(text), watchFiles: files };
    });
  },
};

/** For the test runner. */
export const embedScriptsInTests = {
  name: "embed-scripts",
  enforce: "pre",
  async load(id) {
    if (!id.endsWith(mark)) return undefined;
    const { text, files } = await buildScript(id.slice(0, -mark.length));
    for (const file of files) this.addWatchFile(file);
    return moduleOf(text);
  },
};
