import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { GatehousePin } from "../../../src/compiler/pipeline/settings.ts";
import { buildForRun } from "../../build-for-run.ts";
import { buildProgram } from "../../commands/installed-program.ts";

/** Packs gatehouse with `npm pack`, and returns its path on a machine of the pool with its hash. */
export async function packProgram(): Promise<GatehousePin> {
  const program = await buildProgram();
  const folder = await buildForRun("packed", (into) =>
    Promise.resolve(
      execFileSync("npm", ["pack", "--ignore-scripts", "--pack-destination", into], {
        cwd: program,
        stdio: "ignore",
      }),
    ),
  );
  const [name = ""] = readdirSync(folder).filter((each) => each.endsWith(".tgz"));
  const path = join(folder, name);
  const hash = createHash("sha512").update(readFileSync(path)).digest("base64");
  return { source: `file:${path}`, integrity: `sha512-${hash}` };
}
