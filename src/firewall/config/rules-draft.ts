import type { RuleOptions, RuleProblem } from "../rules/rule-options.ts";
import type { EngineName } from "./engine-recipes.ts";
import { readConfig } from "./read-config.ts";
import { readSettings } from "./read-settings.ts";

/** Parts of a rules file that the wizard asks for. */
export interface RulesDraft {
  /** The agent to configure; undefined for another command. */
  readonly engine?: EngineName;
  readonly domains: readonly string[];
  readonly isIntercepting: boolean;
  /** URL patterns of rules that do not specify methods or a reason. */
  readonly patterns: readonly string[];
  readonly logLevel: string;
  /** Directory for the logs; undefined if each run creates its own directory. */
  readonly logsFolder?: string;
  readonly handsOnAll: boolean;
  /** Names of environment variables that are never passed to the command. */
  readonly withheld: readonly string[];
}

export interface ReadDraft {
  readonly draft: RulesDraft;
  /** Rules that the wizard does not edit. */
  readonly kept: RuleOptions;
  readonly problems: readonly RuleProblem[];
}

/**
 * Reads a rules file for the wizard.
 * @param file file name for locations in messages
 */
export function readDraft(text: string, file: string): ReadDraft {
  const { written, problems } = readConfig(text, file);
  const { settings, problems: others } = readSettings(written);
  const { allowDomains, blockDomains, allowUrls, sslBump, strictUrls } = settings;
  const hasMore = ({ methods, note }: (typeof allowUrls)[number]) =>
    methods !== undefined || note !== undefined;
  const { engine, logLevel, proxyLogsDir, envAll, excludeEnv } = settings;
  return {
    draft: {
      ...(engine && { engine }),
      domains: allowDomains.map((rule) => rule.text),
      isIntercepting: sslBump,
      patterns: allowUrls.filter((rule) => !hasMore(rule)).map((rule) => rule.text),
      logLevel,
      ...(proxyLogsDir !== undefined && { logsFolder: proxyLogsDir }),
      handsOnAll: envAll,
      withheld: excludeEnv,
    },
    kept: { blockDomains, allowUrls: allowUrls.filter(hasMore), strictUrls },
    problems: [...problems, ...others],
  };
}

/**
 * Returns all rules of a draft for compilation, including rules that the wizard does not edit. Each
 * rule is identified by its position in its list.
 */
export function rulesOf(
  {
    domains,
    patterns,
    isIntercepting,
  }: Pick<RulesDraft, "domains" | "patterns" | "isIntercepting">,
  kept: RuleOptions,
): RuleOptions {
  const { blockDomains = [], allowUrls = [], strictUrls = false } = kept;
  const named = (name: string) => (text: string, index: number) => ({
    id: `${name} ${index + 1}`,
    text,
  });
  return {
    allowDomains: domains.map(named("domain")),
    blockDomains,
    ...(isIntercepting && {
      allowUrls: [...patterns.map(named("pattern")), ...allowUrls],
      sslBump: true,
      strictUrls,
    }),
  };
}
