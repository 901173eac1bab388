// Builds dist/, or another folder: one small entry and lazy chunks, so that a command loads only what it needs.
import { build } from "esbuild";
import { chmod, copyFile, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { dirname, join, resolve } from "node:path";
import { bundleOptions } from "./esbuild-plugins.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);
const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));

const [folder = "dist"] = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const outdir = resolve(root, folder);

await rm(outdir, { recursive: true, force: true });
const result = await build({
  ...bundleOptions,
  absWorkingDir: root,
  entryPoints: {
    cli: "src/cli.ts",
    "keychain-helper": "src/credentials/keychain/helper/helper.ts",
  },
  outdir,
  minify: true,
  keepNames: true,
  metafile: true,
  define: { ...bundleOptions.define, GATEHOUSE_VERSION: JSON.stringify(version) },
});
await chmod(join(outdir, "cli.js"), 0o755);
// `open` runs its own copy of xdg-open from beside itself; the bundle must bring it along.
await copyFile(join(dirname(require.resolve("open")), "xdg-open"), join(outdir, "xdg-open"));
await chmod(join(outdir, "xdg-open"), 0o755);

if (process.argv.includes("--analyze")) {
  for (const [file, { bytes }] of Object.entries(result.metafile.outputs)) console.log(bytes, file);
}
