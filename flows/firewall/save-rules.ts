import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { Fact } from "../../src/prompts/prompter.ts";
import { renderDraft, type Acknowledgement } from "../../src/firewall/config/render-draft.ts";
import type { RulesDraft } from "../../src/firewall/config/rules-draft.ts";
import { savedRulesStep } from "../../src/firewall/config/saved-rules-step.ts";
import { count } from "../../src/shared/count.ts";
import { Cancelled } from "../../src/shared/errors.ts";
import { retryWithOperator } from "../shared/retry-with-operator.ts";
import type { FirewallDeps } from "./firewall-deps.ts";

export interface RulesToSave {
  readonly before: string | undefined;
  readonly draft: RulesDraft;
  readonly acknowledged: Acknowledgement | undefined;
}

type Asking = Pick<FlowContext, "ask" | "discardAnswer">;

/** Shows a summary, or the file on request, and writes the file after confirmation. */
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

async function requireYes(
  context: Asking,
  deps: FirewallDeps,
  { before, draft, text }: RulesToSave & { readonly text: string },
): Promise<void> {
  for (;;) {
    const way = await context.ask.choose<"write" | "show" | "stop">({
      id: "rules-save",
      title: before === undefined ? "Write this rules file?" : "Change the rules file?",
      facts: summarizeDraft(draft, deps.rulesName),
      options: [
        { value: "write", label: "Yes, write it", hint: "writes the rules file" },
        {
          value: "show",
          label: "Show the file",
          hint: "shows the file, then returns to this question",
        },
        { value: "stop", label: "No, stop here", hint: "nothing was written" },
      ],
      // Holding down the Enter key only shows the file repeatedly and never writes it.
      initial: "show",
    });
    if (way === "write") return;
    if (way === "stop") {
      await context.discardAnswer("rules-save");
      throw new Cancelled("The rules file was not written. Nothing was changed.");
    }
    await context.ask.disclose({
      id: "rules-text",
      title: "File to write",
      body: text === "" ? ["The file is empty: nothing is allowed."] : text.trimEnd().split("\n"),
      proceed: "Go back to the question",
    });
    // Discards the answer, so that the next run asks this question again.
    await context.discardAnswer("rules-save");
  }
}

function summarizeDraft(draft: RulesDraft, file: string): readonly Fact[] {
  const { domains, isIntercepting, patterns, logLevel, logsFolder, handsOnAll, withheld } = draft;
  const environment = handsOnAll
    ? `all except ${count(withheld.length, "name")}`
    : "common variables";
  return [
    { name: "Domains", text: domains.length === 0 ? "none" : domains.join(", ") },
    {
      name: "Filter by",
      text: isIntercepting ? `URLs, with ${count(patterns.length, "pattern")}` : "domains",
    },
    { name: "Logs", text: `${logLevel}, in ${logsFolder ?? "a new directory for each run"}` },
    { name: "Variables", text: environment },
    { name: "File", text: file },
  ];
}
