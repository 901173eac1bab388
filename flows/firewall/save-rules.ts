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

/** Shows what was chosen, and the file for whoever wants to see it; then writes it. */
export async function saveRules(
  context: Asking & Pick<FlowContext, "step" | "read" | "restore" | "reset">,
  deps: FirewallDeps,
  rules: RulesToSave,
): Promise<void> {
  const text = renderDraft(rules);
  await requireYes(context, deps, { ...rules, text });
  // Another run has written it; somebody may have taken it away since.
  const there = await context.read("rules file", () => deps.readRules());
  if (there === undefined) await context.reset(savedRulesStep(deps.rulesFile, text));
  await writeRules(context, deps, text);
}

/** Writes the file once, however often the flow is replayed. */
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
        { value: "write", label: "Yes, write it", hint: "whole, or not at all" },
        { value: "show", label: "Show the file", hint: "as it will be written; comes back here" },
        { value: "stop", label: "No, stop here", hint: "nothing was written" },
      ],
      // Enter that is held down shows the file again and again, and writes nothing.
      initial: "show",
    });
    if (way === "write") return;
    if (way === "stop") {
      await context.discardAnswer("rules-save");
      throw new Cancelled("The rules file was not written. Nothing was changed.");
    }
    await context.ask.disclose({
      id: "rules-text",
      title: "The file, as it will be written",
      body: text === "" ? ["It is empty: nothing may pass."] : text.trimEnd().split("\n"),
      proceed: "Go back to the question",
    });
    // What another run has shown is not seen in this one.
    await context.discardAnswer("rules-save");
  }
}

/** What of a rules file stands in a summary. */
function summarizeDraft(draft: RulesDraft, file: string): readonly Fact[] {
  const { domains, isIntercepting, patterns, logLevel, logsFolder, handsOnAll, withheld } = draft;
  const environment = handsOnAll ? `all but ${count(withheld.length, "name")}` : "the usual ones";
  return [
    { name: "Domains", text: domains.length === 0 ? "none" : domains.join(", ") },
    {
      name: "Looks at",
      text: isIntercepting ? `addresses, with ${count(patterns.length, "pattern")}` : "names",
    },
    { name: "Logs", text: `${logLevel}, in ${logsFolder ?? "a folder of each run's own"}` },
    { name: "Variables", text: environment },
    { name: "Becomes", text: file },
  ];
}
