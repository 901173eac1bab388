import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { engineRecipes } from "../../src/firewall/config/engine-recipes.ts";
import { renderDraft } from "../../src/firewall/config/render-draft.ts";
import {
  readDraft,
  type ReadDraft,
  type RulesDraft,
} from "../../src/firewall/config/rules-draft.ts";
import { loadCompiler } from "../../src/firewall/rules/load-compiler.ts";
import { count } from "../../src/shared/count.ts";
import { InvalidInput } from "../../src/shared/errors.ts";
import { ownCommandLine } from "../../src/shared/own-command.ts";
import { countQuestions } from "../shared/count-questions.ts";
import { chooseFilterMode } from "./choose-filter-mode.ts";
import { chooseDomains } from "./choose-domains.ts";
import { chooseEngine } from "./choose-engine.ts";
import { chooseEnvironment } from "./choose-environment.ts";
import { chooseLogs } from "./choose-logs.ts";
import { choosePatterns } from "./choose-patterns.ts";
import type { FirewallDeps } from "./firewall-deps.ts";
import {
  filterModeRow,
  domainsRow,
  environmentRow,
  firewallOutline,
  logsRow,
  rulesRow,
  trialRow,
} from "./firewall-outline.ts";
import { saveRules, writeRules } from "./save-rules.ts";
import { tryRules } from "./try-rules.ts";

export interface FirewallOutcome {
  readonly draft: RulesDraft;
  readonly isNew: boolean;
  /** Undefined if the operator postponed the trial run. */
  readonly trial?: {
    readonly command: string;
    readonly runs: number;
    readonly added: readonly string[];
  };
}

/**
 * Asks for the rules, writes the rules file, and tests it with a command. A rerun starts from the
 * existing file.
 */
export async function setUpFirewall(
  context: FlowContext,
  deps: FirewallDeps,
): Promise<FirewallOutcome> {
  const { read, mark } = context;
  context.outline(firewallOutline());
  const compile = await read("compiler", loadCompiler);
  const before = await read("rules before", () => deps.readRules());
  const found = requireReadable(readDraft(before ?? "", deps.rulesName), deps);
  const chosen = await chooseDraft(context, deps, { ...found, compile });
  await saveRules(context, deps, { before, ...chosen });
  mark({ name: rulesRow, state: "done", summary: deps.rulesName });

  const { acknowledged } = chosen;
  const written = await read("rules written", () => deps.readRules());
  const { draft, kept } = readDraft(written ?? "", deps.rulesName);
  const tried = await tryRules(context, deps, {
    rules: { compile, draft, kept },
    save: (rules) =>
      writeRules(context, deps, renderDraft({ before: written, draft: rules.draft, acknowledged })),
  });
  if (!tried) mark({ name: trialRow, state: "skipped", summary: "left for later" });
  else {
    const summary = `${count(tried.runs, "run")}, ${count(tried.added.length, "rule")} added`;
    mark({ name: trialRow, state: "done", summary });
  }
  const { command, runs = 0, added = [] } = tried ?? {};
  return {
    draft: tried?.rules.draft ?? draft,
    isNew: before === undefined,
    ...(command !== undefined && { trial: { command, runs, added } }),
  };
}

/** @throws InvalidInput if the existing file has errors */
function requireReadable(found: ReadDraft, { rulesName }: FirewallDeps): ReadDraft {
  const [first] = found.problems;
  if (!first) return found;
  const { id, text, problem } = first;
  throw new InvalidInput(`${id}: ${text} ${problem}.`, [
    {
      text: "Show all errors",
      command: ownCommandLine("firewall", "check", "--config", rulesName),
    },
  ]);
}

type Found = ReadDraft & { readonly compile: Awaited<ReturnType<typeof loadCompiler>> };

/** Asks all questions about the file, in order. */
async function chooseDraft(
  context: FlowContext,
  deps: FirewallDeps,
  { draft: before, kept, compile }: Found,
) {
  const { mark } = context;
  const locations = countQuestions(3);
  const engine = await chooseEngine(context, { before: before.engine, locations });
  const domains = await chooseDomains(context, deps, {
    compile,
    before: before.domains,
    locations,
  });
  const allowed = domains.length === 0 ? "none" : count(domains.length, "domain");
  const agent = engine === undefined ? "" : ` and those of ${engineRecipes[engine].title}`;
  mark({ name: domainsRow, state: "done", summary: allowed + agent });

  const acknowledged = await chooseFilterMode(context, deps, { ...before, kept });
  const isIntercepting = acknowledged !== undefined;
  const patterns = isIntercepting
    ? await choosePatterns(context, { compile, domains, kept, before: before.patterns })
    : [];
  const checks = isIntercepting ? `URLs, ${count(patterns.length, "pattern")}` : "domains";
  mark({ name: filterModeRow, state: isIntercepting ? "reported" : "done", summary: checks });

  const logs = await chooseLogs(context, { before, locations: countQuestions(2) });
  const folder = logs.logsFolder ?? "a new directory for each run";
  mark({ name: logsRow, state: "done", summary: `${logs.logLevel}, ${folder}` });

  const environment = await chooseEnvironment(context, deps, { before });
  const { handsOnAll, withheld } = environment;
  const handed = handsOnAll ? `all except ${count(withheld.length, "name")}` : "common variables";
  mark({ name: environmentRow, state: "done", summary: handed });
  const rules = { domains, isIntercepting, patterns, ...(engine && { engine }) };
  return { draft: { ...rules, ...logs, ...environment }, acknowledged };
}
