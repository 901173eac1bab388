// Builds dist/: one small entry and lazy chunks, so that a command loads only what it needs.
import { build } from "esbuild";
import { chmod, copyFile, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { dirname, join } from "node:path";
import { bundleOptions } from "./esbuild-plugins.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);
const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));

await rm(join(root, "dist"), { recursive: true, force: true });
const result = await build({
  ...bundleOptions,
  absWorkingDir: root,
  entryPoints: { cli: "src/cli.ts", "keychain-helper": "src/credentials/keychain/helper.ts" },
  outdir: "dist",
  minify: true,
  keepNames: true,
  metafile: true,
  define: { ...bundleOptions.define, GATEHOUSE_VERSION: JSON.stringify(version) },
});
await chmod(join(root, "dist/cli.js"), 0o755);
// `open` runs its own copy of xdg-open from beside itself; the bundle must bring it along.
await copyFile(join(dirname(require.resolve("open")), "xdg-open"), join(root, "dist/xdg-open"));
await chmod(join(root, "dist/xdg-open"), 0o755);

if (process.argv.includes("--analyze")) {
  for (const [file, { bytes }] of Object.entries(result.metafile.outputs)) console.log(bytes, file);
}
