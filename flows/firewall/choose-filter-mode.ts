import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { Acknowledgement } from "../../src/firewall/config/render-draft.ts";
import { acknowledgedStep } from "../../src/firewall/config/saved-rules-step.ts";
import type { RuleOptions } from "../../src/firewall/rules/rule-options.ts";
import { count } from "../../src/shared/count.ts";
import { discloseInterception, interceptionTerms } from "../shared/disclose-interception.ts";
import { comparedModes } from "./compared-modes.ts";
import type { FirewallDeps } from "./firewall-deps.ts";

const why =
  "The domain filter sees only the requested host and does not decrypt anything. The URL filter decrypts each connection with its own certificate, sees complete URLs, and can allow individual paths.";

interface Before {
  readonly isIntercepting: boolean;
  readonly patterns: readonly string[];
  readonly kept: RuleOptions;
}

/**
 * Asks for the filter mode.
 * @returns the acknowledgement of interception; undefined for the domain filter
 */
export async function chooseFilterMode(
  context: Pick<FlowContext, "ask" | "restore" | "recordValue">,
  deps: FirewallDeps,
  { isIntercepting, patterns, kept }: Before,
): Promise<Acknowledgement | undefined> {
  const { ask } = context;
  const lost = patterns.length + (kept.allowUrls?.length ?? 0);
  const filterMode = await ask.choose<"names" | "addresses">({
    id: "filter-mode",
    name: "Filter by",
    title: "What should the firewall filter by?",
    facts: comparedModes,
    options: [
      {
        value: "names",
        label: "Domains",
        hint:
          lost > 0 ? `removes ${count(lost, "URL rule")} from the file` : "nothing is decrypted",
      },
      { value: "addresses", label: "URLs", hint: "read about its limitations first" },
    ],
    initial: isIntercepting ? "addresses" : "names",
    why,
  });
  if (filterMode === "names") return undefined;
  await discloseInterception(context, [
    `Recorded at the top of ${deps.rulesName}: your name, the time, and this text.`,
  ]);
  return acknowledge(context, deps);
}

/**
 * Returns the acknowledgement and the time at which it was given. A replay restores the original
 * time.
 */
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
