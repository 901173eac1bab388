import type { Budget } from "../rules/budget-rule.ts";
import type { RuleOptions, RuleProblem } from "../rules/rule-options.ts";
import type { UrlRule } from "../rules/rule.ts";
import { createReader, type Reader } from "./create-reader.ts";
import { engineNames, type EngineName } from "./engine-recipes.ts";
import type { OptionName, WrittenOption } from "./option-table.ts";
import { mergeBudget } from "./merge-budget.ts";
import { parseBodySize } from "./parse-body-size.ts";
import { parseCount } from "./parse-count.ts";
import { parseMount, type Mount } from "./parse-mount.ts";
import { parseHiddenPattern, parsePathPattern } from "./parse-path-pattern.ts";
import { parseProxy } from "./parse-proxy.ts";
import { parseResolve, type Resolution } from "./parse-resolve.ts";
import { parseSeconds } from "./parse-seconds.ts";
import { parseSize } from "./parse-size.ts";
import { parseVariable, parseVariableName, type Variable } from "./parse-variable.ts";

/** Patterns for paths in the working directory. If all lists are empty, every file is writable. */
export interface FilePatterns {
  readonly hide: readonly string[];
  readonly read: readonly string[];
  /** The only writable paths; if empty, all paths outside `read` are writable. */
  readonly write: readonly string[];
}

/**
 * The settings of a run, merged from rules files and the command line. `compilePolicy` compiles the
 * settings that are rules.
 */
export interface Settings extends Required<RuleOptions> {
  readonly files: FilePatterns;
  /** Undefined without a budget. */
  readonly budget: Budget | undefined;
  /** The agent to configure; undefined if no option names one. */
  readonly engine: EngineName | undefined;
  readonly logLevel: string;
  readonly envAll: boolean;
  readonly excludeEnv: readonly string[];
  /** If a name occurs several times, the last value takes effect. */
  readonly env: readonly Variable[];
  readonly enableApiProxy: boolean;
  readonly proxyLogsDir: string | undefined;
  /** Maximum number of bytes to log of each body; undefined if bodies are not logged. */
  readonly logBodies: number | undefined;
  readonly mounts: readonly Mount[];
  readonly containerWorkdir: string | undefined;
  readonly runtime: string;
  readonly image: string | undefined;
  readonly upstreamProxy: URL | undefined;
  readonly upstreamCa: string | undefined;
  /** Contact that denial messages show: `Jane, or #agents`. */
  readonly contact: string | undefined;
  readonly resolve: readonly Resolution[];
  readonly timeoutSeconds: number | undefined;
  /** Undefined for the default, 0 for no limit. Memory and disk are in bytes. */
  readonly limits: Readonly<Record<"memory" | "pids" | "disk", number | undefined>>;
}

export interface ReadSettings {
  readonly settings: Settings;
  /** Problems with options that are not rules. The settings do not contain these options. */
  readonly problems: readonly RuleProblem[];
}

/**
 * Merges the values from all sources: lists are concatenated; for single values, the last one takes
 * effect.
 * @param written values from the files in order, then those from the command line
 */
export function readSettings(written: readonly WrittenOption[]): ReadSettings {
  const reader = createReader(written);
  const settings = {
    ...readRules(reader),
    files: readFilePatterns(reader),
    budget: mergeBudget(reader),
    ...readEnvironment(reader),
    ...readRun(reader),
  };
  return { settings, problems: [...reader.problems, ...findUnseenBodies(reader, settings)] };
}

/** Returns a problem if bodies should be logged, but are not visible to the proxy. */
function findUnseenBodies(
  { all }: Reader,
  { logBodies, sslBump }: Pick<Settings, "logBodies" | "sslBump">,
): readonly RuleProblem[] {
  const option = all("log-bodies").at(-1);
  if (!option || logBodies === undefined || sslBump) return [];
  const problem = "requires --ssl-bump: otherwise bodies are not visible";
  return [{ id: option.id, text: "log-bodies", problem, suggestion: "--ssl-bump" }];
}

function readRules({ all, isSet, choice }: Reader) {
  const rules = (name: OptionName): UrlRule[] =>
    all(name).map(({ name: _name, value, ...rule }) => ({ ...rule, text: String(value) }));
  return {
    allowDomains: rules("allow-domains"),
    blockDomains: rules("block-domains"),
    allowUrls: rules("allow-urls"),
    sslBump: isSet("ssl-bump"),
    strictUrls: isSet("strict-urls"),
    intercept: (["all", "only-ruled"] as const).find((each) => each === choice("intercept")),
    splice: rules("splice"),
    // Sections of rules files are not options; `loadSettings` adds them.
    credentials: [],
    budgetRules: [],
  };
}

function readFilePatterns({ each }: Reader): FilePatterns {
  return {
    hide: each("hide", parseHiddenPattern),
    read: each("read", parsePathPattern),
    write: each("write", parsePathPattern),
  };
}

function readEnvironment({ isSet, each }: Reader) {
  return {
    envAll: isSet("env-all"),
    excludeEnv: each("exclude-env", parseVariableName),
    env: each("env", parseVariable),
    enableApiProxy: isSet("enable-api-proxy"),
  };
}

function readRun({ each, last, text, choice }: Reader) {
  const engine = choice("engine");
  return {
    engine: engineNames.find((name) => name === engine),
    logLevel: choice("log-level") ?? "info",
    proxyLogsDir: text("proxy-logs-dir"),
    logBodies: last("log-bodies", parseBodySize) || undefined,
    mounts: each("mount", parseMount),
    containerWorkdir: text("container-workdir"),
    runtime: choice("runtime") ?? "auto",
    image: text("image"),
    upstreamProxy: last("upstream-proxy", parseProxy),
    upstreamCa: text("upstream-ca"),
    contact: text("contact"),
    resolve: each("resolve", parseResolve),
    timeoutSeconds: last("timeout", parseSeconds),
    limits: {
      memory: last("memory", parseSize),
      pids: last("pids", parseCount),
      disk: last("disk", parseSize),
    },
  };
}
