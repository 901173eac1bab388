import { spawnSync } from "node:child_process";

/** Runs a program and returns its output. Throws an error with its error output if it fails. */
export function run(program, args, options = {}) {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8", ...options });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${stderr}`);
  return stdout;
}
