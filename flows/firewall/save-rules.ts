import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { Fact } from "../../src/prompts/prompter.ts";
import { engineRecipes } from "../../src/firewall/config/engine-recipes.ts";
import { renderDraft, type Acknowledgement } from "../../src/firewall/config/render-draft.ts";
import type { RulesDraft } from "../../src/firewall/config/rules-draft.ts";
import { savedRulesStep } from "../../src/firewall/config/saved-rules-step.ts";
import { count } from "../../src/shared/count.ts";
import { changedLines, shownLine, textLines, type TextPair } from "../shared/changed-lines.ts";
import { requireConfirmation } from "../shared/require-confirmation.ts";
import { retryWithOperator } from "../shared/retry-with-operator.ts";
import type { FirewallDeps } from "./firewall-deps.ts";

export interface RulesToSave {
  readonly before: string | undefined;
  readonly draft: RulesDraft;
  readonly acknowledged: Acknowledgement | undefined;
}

type Asking = Pick<FlowContext, "ask" | "discardAnswer">;

/**
 * Shows a summary, or on request the file or its changes, and writes the file after confirmation.
 */
export async function saveRules(
  context: Asking & Pick<FlowContext, "step" | "read" | "restore" | "reset">,
  deps: FirewallDeps,
  rules: RulesToSave,
): Promise<void> {
  const text = renderDraft(rules);
  await requireYes(context, deps, { ...rules, text });
  // An earlier run wrote the file, but it may have been deleted since then.
  const there = await context.read("rules file", () => deps.readRules());
  if (there === undefined) await context.reset(savedRulesStep(deps.rulesFile, text));
  await writeRules(context, deps, text);
}

/** Writes the file once, even if the flow is replayed. */
export async function writeRules(
  context: Pick<FlowContext, "ask" | "step">,
  deps: Pick<FirewallDeps, "rulesFile" | "saveRules">,
  text: string,
): Promise<void> {
  await retryWithOperator(context, { id: "rules-write", stopHint: "nothing was written" }, () =>
    context.step(savedRulesStep(deps.rulesFile, text), async () => {
      await deps.saveRules(text);
      return true;
    }),
  );
}

function requireYes(
  context: Asking,
  deps: FirewallDeps,
  { before, draft, text }: RulesToSave & { readonly text: string },
): Promise<void> {
  const shown =
    before === undefined ? describeFile(text) : describeChanges({ before, after: text });
  return requireConfirmation(context, {
    question: {
      id: "rules-save",
      title: before === undefined ? "Write this rules file?" : "Change the rules file?",
      facts: [...summarizeDraft(draft, deps.rulesName), ...shown.facts],
      options: [
        { value: "write", label: "Yes, write it", hint: "writes the rules file" },
        { value: "show", ...shown.option },
        { value: "stop", label: "No, stop here", hint: "nothing was written" },
      ],
    },
    yes: "write",
    shown: { id: "rules-text", title: shown.title, body: shown.body },
    declined: "The rules file was not written. Nothing was changed.",
  });
}

/** The text that the operator can read before the file is written. */
interface ShownText {
  readonly option: { readonly label: string; readonly hint: string };
  readonly title: string;
  readonly body: readonly string[];
  readonly facts: readonly Fact[];
}

function describeFile(text: string): ShownText {
  return {
    option: { label: "Show the file", hint: "shows the file, then returns to this question" },
    title: "File to write",
    body: text === "" ? ["The file is empty: nothing is allowed."] : textLines(text),
    facts: [],
  };
}

/** Describes the changes to an existing file, including the rules that an answer removes. */
function describeChanges(pair: TextPair): ShownText {
  const lines = changedLines(pair).map((line) => shownLine(line));
  const removed = lines.filter((line) => line.startsWith("-")).length;
  const added = lines.length - removed;
  const changes = `${count(removed, "line")} removed, ${count(added, "line")} added`;
  return {
    option: { label: "Show the changes", hint: "shows the changed lines, then returns" },
    title: "Changes",
    body: lines.length === 0 ? ["No changes."] : lines,
    facts: [{ name: "Changes", text: lines.length === 0 ? "none" : changes }],
  };
}

function summarizeDraft(draft: RulesDraft, file: string): readonly Fact[] {
  const { engine, domains, isIntercepting, patterns, handsOnAll, withheld } = draft;
  const environment = handsOnAll
    ? `all except ${count(withheld.length, "name")}`
    : "common variables";
  return [
    ...(engine ? [{ name: "Agent", text: engineRecipes[engine].title }] : []),
    { name: "Domains", text: domains.length === 0 ? "none" : domains.join(", ") },
    {
      name: "Filter by",
      text: isIntercepting ? `URLs, with ${count(patterns.length, "pattern")}` : "domains",
    },
    {
      name: "Logs",
      text: `${draft.logLevel}, in ${draft.logsFolder ?? "a new directory for each run"}`,
    },
    { name: "Variables", text: environment },
    { name: "File", text: file },
  ];
}
