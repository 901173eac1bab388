import { chmodSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/**
 * Bundles a program of `inside/` into a directory visible in the container.
 * @returns the path of the bundle
 */
export async function bundleInside(name: string, folder: string): Promise<string> {
  const outfile = join(folder, `${name}.mjs`);
  const require =
    "import{createRequire}from'node:module';const require=createRequire(import.meta.url);";
  await build({
    entryPoints: [fileURLToPath(new URL(`inside/${name}.ts`, import.meta.url))],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    banner: { js: require },
    logLevel: "warning",
  });
  chmodSync(outfile, 0o644);
  return outfile;
}
