import type { RuleOptions, RuleProblem } from "../rules/rule-options.ts";
import { readConfig } from "./read-config.ts";
import { readSettings } from "./read-settings.ts";

/** What the wizard asks about a rules file. */
export interface RulesDraft {
  readonly domains: readonly string[];
  readonly isIntercepting: boolean;
  /** URL patterns without more to say than their address. */
  readonly patterns: readonly string[];
  readonly logLevel: string;
  /** Without one, each run makes a folder of its own. */
  readonly logsFolder?: string;
  readonly handsOnAll: boolean;
  /** Names of variables that are never handed on. */
  readonly withheld: readonly string[];
}

export interface ReadDraft {
  readonly draft: RulesDraft;
  /** Rules of the file that the wizard does not ask about, and leaves where they are. */
  readonly kept: RuleOptions;
  readonly problems: readonly RuleProblem[];
}

/** Reads a rules file for the wizard. @param file how it is called in places */
export function readDraft(text: string, file: string): ReadDraft {
  const { written, problems } = readConfig(text, file);
  const { settings, problems: others } = readSettings(written);
  const { allowDomains, blockDomains, allowUrls, sslBump, strictUrls } = settings;
  const saysMore = ({ methods, note }: (typeof allowUrls)[number]) =>
    methods !== undefined || note !== undefined;
  const { logLevel, proxyLogsDir, envAll, excludeEnv } = settings;
  return {
    draft: {
      domains: allowDomains.map((rule) => rule.text),
      isIntercepting: sslBump,
      patterns: allowUrls.filter((rule) => !saysMore(rule)).map((rule) => rule.text),
      logLevel,
      ...(proxyLogsDir !== undefined && { logsFolder: proxyLogsDir }),
      handsOnAll: envAll,
      withheld: excludeEnv,
    },
    kept: { blockDomains, allowUrls: allowUrls.filter(saysMore), strictUrls },
    problems: [...problems, ...others],
  };
}

/** A draft with the rules that it leaves alone, as they are compiled: each rule is found by its place in its list. */
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
