// The Nodes that the packed program is tried on: one of each line that it promises to run on, as the registry has them.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** The oldest that package.json allows for stands for its line: what runs on it runs on those after it. */
const versions = ["20.20.2", "22.23.3", "24.21.0", "26.10.0"];

/** One row a Node: its version, and where it is once it was fetched. */
export function nodesIn(folder) {
  return versions.map((version) => ({ version, path: join(folder, version, "node") }));
}

export function missingNodes(folder) {
  return nodesIn(folder).filter(({ path }) => !statSync(path, { throwIfNoEntry: false })?.isFile());
}

/** Fetches a Node from the registry, and keeps of its package the program alone. npm holds what comes to the registry's hash. */
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

function run(program, args) {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${stderr}`);
  return stdout;
}
