import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { CliPin } from "../../../src/run/control/cli-pin.ts";
import { openServer } from "../../forge/forge-bench.ts";
import { makeFolder } from "../../temporary-folder.ts";

const run = promisify(execFile);

/** Serves the built program as the package that runs download. */
export async function servePackage(program: string): Promise<CliPin> {
  const folder = makeFolder("package");
  await cp(dirname(program), join(folder, "package", "dist"), { recursive: true });
  await run("tar", ["-czf", "package.tgz", "package"], { cwd: folder });
  const bytes = await readFile(join(folder, "package.tgz"));
  const { origin } = await openServer((_, response) => void response.end(bytes));
  const digest = createHash("sha512").update(bytes).digest("base64");
  return { source: `${origin}/package.tgz`, integrity: `sha512-${digest}` };
}
