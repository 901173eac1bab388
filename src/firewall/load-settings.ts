import { applyEngine } from "./apply-engine.ts";
import { readConfigFiles, type ReadRulesFile } from "./config-file.ts";
import { readCommandLine } from "./config/read-command-line.ts";
import type { ReadConfig } from "./config/config-values.ts";
import { readSettings, type Settings } from "./config/read-settings.ts";
import { findTooManyPorts } from "./inside-paths.ts";
import { mergeRules } from "./rules/budget-rule.ts";
import { compilePolicy } from "./rules/compile-policy.ts";
import type { Policy } from "./rules/policy.ts";
import type { RuleBook } from "./rules/rule-book.ts";
import type { RuleProblem, WrittenClaim } from "./rules/rule-options.ts";

export interface LoadedSettings {
  readonly settings: Settings;
  /** Undefined if a rule is invalid. Even if it is defined, other options can be invalid. */
  readonly policy?: Policy;
  /** The compiled rules of the policy. */
  readonly book?: RuleBook;
  /** Claims in the files, which were not read yet. */
  readonly claims: readonly WrittenClaim[];
  /** Problems in all files, options and rules. */
  readonly problems: readonly RuleProblem[];
  readonly files: readonly ReadRulesFile[];
  /** Files whose sections have no effect yet, because the operator has not approved them. */
  readonly unapproved: readonly ReadRulesFile[];
}

/**
 * Reads the settings of a run, first from the `--config` files in order, then from the command
 * line.
 * @param options options with names in camel case
 * @param env the caller's environment, which decides whether `--engine` requires a sidecar
 */
export async function loadSettings(
  options: Readonly<Record<string, unknown>>,
  env: NodeJS.ProcessEnv,
): Promise<LoadedSettings> {
  const { config } = options;
  const given: unknown[] = Array.isArray(config) ? config : [];
  const files = await readConfigFiles(given.filter((path) => typeof path === "string"));
  const read = readSettings([...files.written, ...readCommandLine(options)]);
  const settings = addSections(applyEngine(read.settings, env), files);
  const { policy, book, problems = [] } = await compilePolicy(settings);
  const ports = policy ? findTooManyPorts(policy, settings) : [];
  return {
    settings,
    ...(policy && { policy, book }),
    claims: files.claims ?? [],
    files: files.files,
    unapproved: await findUnapproved(files.files, options["approvedRules"], env),
    problems: [...files.problems, ...read.problems, ...problems, ...ports].toSorted(byLocation),
  };
}

function addSections(
  settings: Settings,
  { credentials = [], budgetRules = [] }: Pick<ReadConfig, "credentials" | "budgetRules">,
): Settings {
  const { budget } = settings;
  const rules = mergeRules(budgetRules);
  const limited = rules.length > 0 ? { limits: {}, ...budget, rules } : budget;
  return { ...settings, credentials, budgetRules: rules, budget: limited };
}

/** Loads the code of approvals only if a file requires one. */
async function findUnapproved(
  files: readonly ReadRulesFile[],
  approved: unknown,
  env: NodeJS.ProcessEnv,
): Promise<readonly ReadRulesFile[]> {
  if (files.every(({ sections }) => sections.length === 0)) return [];
  const approvals = await import("./approvals.ts");
  const given: unknown[] = Array.isArray(approved) ? approved : [];
  return approvals.findUnapproved(files, {
    env,
    given: given.filter((each) => typeof each === "string"),
  });
}

/** Sorts problems by location in a file: `rules.yml:9:1` before `rules.yml:10:1`. */
function byLocation(a: RuleProblem, b: RuleProblem): number {
  return a.id.localeCompare(b.id, "en", { numeric: true });
}
