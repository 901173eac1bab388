import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { execPath } from "node:process";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Runs a program in a process of its own, in the root of the tree. Use it if the program may hang,
 * or if the file system changes between two of its calls.
 * @returns its output, followed by its exception
 */
export function runApart(program: string): string {
  const args = ["--import", "tsx", "--input-type=module", "-e", program];
  const options = { cwd: root, encoding: "utf8", timeout: 100_000 } as const;
  const { error, stdout, stderr } = spawnSync(execPath, args, options);
  if (error) throw error;
  return stdout + stderr;
}

/** A call of `node:fs`: the function's name, and the suffix of its first path argument. */
export interface Call {
  readonly name: "lstatSync" | "openSync" | "renameSync";
  readonly on: string;
}

/** Returns a program prefix that runs another action on the path once, right before such a call. */
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
