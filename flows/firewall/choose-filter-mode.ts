import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { Acknowledgement } from "../../src/firewall/config/render-draft.ts";
import { acknowledgedStep } from "../../src/firewall/config/saved-rules-step.ts";
import type { RuleOptions } from "../../src/firewall/rules/rule-options.ts";
import { count } from "../../src/shared/count.ts";
import type { FirewallDeps } from "./firewall-deps.ts";
import { comparedModes, interceptionTerms } from "./interception-terms.ts";

const why =
  "By names, the proxy sees which host is asked for and leaves the encryption alone. By addresses, it opens each connection with a certificate of its own, sees whole URLs, and can let single paths pass.";

interface Before {
  readonly isIntercepting: boolean;
  readonly kept: RuleOptions;
}

/** @returns who has agreed to interception; undefined where names are enough */
export async function chooseFilterMode(
  context: Pick<FlowContext, "ask" | "restore" | "recordValue">,
  deps: FirewallDeps,
  { isIntercepting, kept }: Before,
): Promise<Acknowledgement | undefined> {
  const { ask } = context;
  const lost = kept.allowUrls?.length ?? 0;
  const closeness = await ask.choose<"names" | "addresses">({
    id: "closeness",
    name: "Looks at",
    title: "How closely shall it look?",
    facts: comparedModes,
    options: [
      {
        value: "names",
        label: "Names",
        hint: lost > 0 ? `takes ${count(lost, "URL rule")} out of the file` : "nothing is opened",
      },
      { value: "addresses", label: "Addresses", hint: "read first what it is not for" },
    ],
    initial: isIntercepting ? "addresses" : "names",
    why,
  });
  if (closeness === "names") return undefined;
  await ask.disclose({
    id: "interception-terms",
    title: "Addresses: what it is not for",
    weight: "read first",
    facts: interceptionTerms,
    body: [`Recorded at the head of ${deps.rulesName}: your name, the time, and this text.`],
    proceed: "None of these is ours: my word",
  });
  return acknowledge(context, deps);
}

/** A replay finds the time at which it was said. */
async function acknowledge(
  { restore, recordValue }: Pick<FlowContext, "restore" | "recordValue">,
  { now, operator, rulesFile }: FirewallDeps,
): Promise<Acknowledgement> {
  const text = interceptionTerms.map((term) => `${term.name}: ${term.text}`);
  const step = acknowledgedStep(rulesFile, { who: operator, text });
  const when = restore(step) ?? now().toISOString();
  await recordValue(step, when);
  return { who: operator, when, text };
}
