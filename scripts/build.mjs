// Builds dist/: one small entry and lazy chunks, so that a command loads only what it needs.
import { build } from "esbuild";
import { chmod, copyFile, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { dirname, join } from "node:path";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);
const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));

/** Ink imports its devtools only when DEV=true; the package is optional and not installed. */
const withoutDevtools = {
  name: "without-devtools",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^react-devtools-core$/ }, () => ({ path: "none", namespace: "devtools" }));
    onLoad({ filter: /.*/, namespace: "devtools" }, () => ({ contents: "export default {}" }));
  },
};

/**
 * Yoga loads its WebAssembly through fetch(data:…), which starts all of undici (25 ms).
 * Decoding the bytes that it carries anyway skips that.
 */
const yogaWithoutFetch = {
  name: "yoga-without-fetch",
  setup({ onLoad }) {
    onLoad({ filter: /yoga-wasm-base64-esm\.js$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      const contents = source
        .replace('w||"function"!=typeof fetch?', "true?")
        .replace(/var b=xa\(a\.slice\(37\)\),.*?var d=c\}/, 'var d=Buffer.from(a.slice(37),"base64")}');
      if (!contents.includes("true?") || !contents.includes('"base64")}')) {
        throw new Error("yoga-layout has changed: scripts/build.mjs no longer finds its loader");
      }
      return { contents };
    });
  },
};

await rm(join(root, "dist"), { recursive: true, force: true });
const result = await build({
  absWorkingDir: root,
  entryPoints: { cli: "src/cli.ts", "keychain-helper": "src/credentials/keychain/helper.ts" },
  outdir: "dist",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  minify: true,
  keepNames: true,
  legalComments: "none",
  external: ["keytar"],
  metafile: true,
  define: { "process.env.NODE_ENV": '"production"', GATEHOUSE_VERSION: JSON.stringify(version) },
  banner: {
    js: 'import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);',
  },
  plugins: [withoutDevtools, yogaWithoutFetch],
  logLevel: "warning",
});
await chmod(join(root, "dist/cli.js"), 0o755);
// `open` runs its own copy of xdg-open from beside itself; the bundle must bring it along.
await copyFile(join(dirname(require.resolve("open")), "xdg-open"), join(root, "dist/xdg-open"));
await chmod(join(root, "dist/xdg-open"), 0o755);

if (process.argv.includes("--analyze")) {
  for (const [file, { bytes }] of Object.entries(result.metafile.outputs)) console.log(bytes, file);
}
