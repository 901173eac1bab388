import type { FileRules, FileRulesNeeds } from "./file-rules.ts";
import type { Ends, FirewallRun } from "./firewall-run.ts";

/**
 * Applies the file rules of a run. Loads their code only if there are any.
 * @returns undefined without file rules
 * @throws UserError if a rule cannot be enforced
 */
export async function loadFileRules(
  { settings: { files: patterns } }: FirewallRun,
  ends: Ends,
  needs: Omit<FileRulesNeeds, "patterns">,
): Promise<FileRules | undefined> {
  const { hide, read, write } = patterns;
  if (hide.length + read.length + write.length === 0) return undefined;
  const { openFileRules } = await import("./file-rules.ts");
  const rules = await openFileRules({ ...needs, patterns });
  ends.add(() => rules.close());
  return rules;
}
