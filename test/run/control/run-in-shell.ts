import { runToEnd } from "../../commands/installed-program.ts";

/** Has bash run a script, or only read it. */
export function runInShell(script: string, { checkOnly }: { readonly checkOnly?: "yes" } = {}) {
  return runToEnd("/bin/bash", [...(checkOnly ? ["-n"] : []), "-c", script]);
}
