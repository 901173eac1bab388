import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import { makeFolder } from "../../temporary-folder.ts";

/**
 * Builds the starter in Node, as the build does.
 * @returns its path
 */
export function buildNodeStarter(): string {
  const source = new URL("../../../src/firewall/sandbox/starter/starter-node.ts", import.meta.url);
  const outfile = join(makeFolder("starter"), "starter-node.cjs");
  const form = { bundle: true, platform: "node", format: "cjs", logLevel: "warning" } as const;
  buildSync({ entryPoints: [fileURLToPath(source)], outfile, ...form });
  return outfile;
}
