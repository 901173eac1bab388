// Embeds each program in src/compiler/scripts as a string, for use in compiled pipelines. Resolves
// `import { text } from "….ts?script"` for esbuild and for the test runner, so that tests run the
// same bytes as the product.
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const mark = "?script";

/**
 * Builds a program for `node -`: one readable file without comments. Also returns its source files.
 */
export async function buildScript(file) {
  // Loaded lazily, because only a build needs the bundler.
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
    // Settings in a tsconfig.json must not change the output.
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

export const embedScripts = {
  name: "embed-scripts",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\?script$/ }, ({ path, resolveDir }) => ({
      // Relative to the root, so that the output is the same in every clone.
      path: relative(root, resolve(resolveDir, path.slice(0, -mark.length))),
      namespace: "script",
    }));
    onLoad({ filter: /./, namespace: "script" }, async ({ path }) => {
      const { text, files } = await buildScript(resolve(root, path));
      return { contents: moduleOf(text), watchFiles: files };
    });
  },
};

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
