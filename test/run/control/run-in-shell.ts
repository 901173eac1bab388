import { runToEnd } from "../../commands/installed-program.ts";

/** Runs a script in bash, or only parses it. */
export function runInShell(script: string, { checkOnly }: { readonly checkOnly?: "yes" } = {}) {
  return runToEnd("/bin/bash", [...(checkOnly ? ["-n"] : []), "-c", script]);
}
