import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { bundleOptions } from "../../scripts/esbuild-plugins.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Bundles a program of test/terminal/fixtures the way the product is bundled; answers the path to start. */
export async function bundleFixture(name: string): Promise<string> {
  const outdir = join(root, ".cache", "fixtures", `${name}-${process.pid}`);
  await mkdir(outdir, { recursive: true });
  await build({
    ...bundleOptions,
    absWorkingDir: root,
    entryPoints: { [name]: `test/terminal/fixtures/${name}.ts` },
    outdir,
    outExtension: { ".js": ".mjs" },
  });
  return join(outdir, `${name}.mjs`);
}
