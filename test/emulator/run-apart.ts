import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { execPath } from "node:process";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Runs a piece of a program in a process of its own, at the top of the tree: one that may hang, or whose file system
 * does something between two of its calls.
 * @returns what it printed; what it threw at last
 */
export function runApart(program: string): string {
  const args = ["--import", "tsx", "--input-type=module", "-e", program];
  const options = { cwd: root, encoding: "utf8", timeout: 100_000 } as const;
  const { error, stdout, stderr } = spawnSync(execPath, args, options);
  if (error) throw error;
  return stdout + stderr;
}

/** A call of `node:fs`: which function, and how the path that it is first given ends. */
export interface Call {
  readonly name: "lstatSync" | "openSync" | "renameSync";
  readonly on: string;
}

/** The beginning of a program in which something else happens to the path, once, right before such a call. */
export function before({ name, on }: Call, act: string): string {
  return `
    import fs from "node:fs";
    import { syncBuiltinESMExports } from "node:module";
    const real = fs.${name};
    fs.${name} = (path, ...more) => {
      if (String(path).endsWith(${JSON.stringify(on)})) {
        fs.${name} = real;
        syncBuiltinESMExports();
        (${act})(path);
      }
      return real(path, ...more);
    };
    syncBuiltinESMExports();`;
}
