// The Node versions on which the packed program is tested: one for each supported release line,
// from the npm registry.
import { mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { run } from "./run.mjs";

/**
 * The first entry is the oldest version that package.json allows. Later versions of a release line
 * are compatible with earlier ones.
 */
const versions = ["20.20.2", "22.23.3", "24.21.0", "26.10.0"];

/** Returns each version with the path of its downloaded program. */
export function nodesIn(folder) {
  return versions.map((version) => ({ version, path: join(folder, version, "node") }));
}

export function missingNodes(folder) {
  return nodesIn(folder).filter(({ path }) => !statSync(path, { throwIfNoEntry: false })?.isFile());
}

/**
 * Downloads a Node package from the npm registry and keeps only the program. npm checks the
 * registry's hash.
 */
export function fetchNode({ version, path }) {
  const name = `node-${process.platform}-${process.arch}@${version}`;
  const draft = mkdtempSync(join(tmpdir(), "gatehouse-node-"));
  try {
    const [packed] = JSON.parse(run("npm", ["pack", name, "--json", "--pack-destination", draft]));
    run("tar", ["-xzf", join(draft, packed.filename), "-C", draft, "package/bin/node"]);
    mkdirSync(dirname(path), { recursive: true });
    run("mv", [join(draft, "package/bin/node"), `${path}.part`]);
    renameSync(`${path}.part`, path);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
