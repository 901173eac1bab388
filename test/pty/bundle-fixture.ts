import { join } from "node:path";
import { build } from "esbuild";
import { bundleOptions } from "../../scripts/esbuild-plugins.mjs";
import { buildForRun, root } from "../build-for-run.ts";

/** Bundles a program of test/pty/fixtures like the product, and returns the path to start. */
export async function bundleFixture(name: string): Promise<string> {
  const folder = await buildForRun(`fixture-${name}`, (outdir) =>
    build({
      ...bundleOptions,
      absWorkingDir: root,
      entryPoints: { [name]: `test/pty/fixtures/${name}.ts` },
      outdir,
      outExtension: { ".js": ".mjs" },
    }),
  );
  return join(folder, `${name}.mjs`);
}
