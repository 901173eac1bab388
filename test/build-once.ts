import { execFileSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const program = join(root, "dist/cli.js");

/** The path of the built program. `npm ci` builds it; it is built again only when a source is newer. */
export function buildOnce(): string {
  const built = timeOf(program);
  const isStale = ["src", "components", "flows", "package.json"].some(
    (name) => newest(join(root, name)) > built,
  );
  if (isStale) execFileSync(process.execPath, [join(root, "scripts/build.mjs")], { cwd: root });
  return program;
}

function newest(path: string): number {
  const found = statSync(path);
  if (!found.isDirectory()) return found.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
}

function timeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
