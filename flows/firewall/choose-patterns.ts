import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { Compile } from "../../src/firewall/rules/load-compiler.ts";
import type { RuleOptions } from "../../src/firewall/rules/rule-options.ts";
import { explainUrl, validatePattern } from "./validate-rules.ts";

const why =
  "A pattern narrows the host that it names, or adds it. * stays within one segment of a path, ** crosses segments. A domain that no pattern names stays allowed whole.";

interface Patterns {
  readonly compile: Compile;
  readonly domains: readonly string[];
  readonly kept: RuleOptions;
  readonly before: readonly string[];
}

/** Which addresses pass, and a field to try one in. */
export async function choosePatterns(
  { ask }: Pick<FlowContext, "ask">,
  { compile, domains, kept, before }: Patterns,
): Promise<string[]> {
  return ask.list({
    id: "patterns",
    name: "Patterns",
    title: "Which addresses may pass?",
    entry: "pattern",
    initial: before,
    placeholder: "https://example.com/acme/*",
    check: (text) => validatePattern(compile, text),
    trial: {
      title: "Try a URL",
      explain: (url, patterns) => explainUrl({ compile, domains, kept }, url, patterns),
    },
    why,
  });
}
