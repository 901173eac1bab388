import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { Compile } from "../../src/firewall/rules/load-compiler.ts";
import type { RuleOptions } from "../../src/firewall/rules/rule-options.ts";
import { explainUrl, validatePattern } from "./validate-rules.ts";

const why =
  "A pattern allows a host only for matching URLs. * matches one path segment; use ** for several. Without a pattern, all URLs of a domain are allowed.";

interface Patterns {
  readonly compile: Compile;
  readonly domains: readonly string[];
  readonly kept: RuleOptions;
  readonly before: readonly string[];
}

/** Asks for the allowed URL patterns, with a field to test a URL. */
export async function choosePatterns(
  { ask }: Pick<FlowContext, "ask">,
  { compile, domains, kept, before }: Patterns,
): Promise<string[]> {
  return ask.list({
    id: "patterns",
    name: "Patterns",
    title: "Which URLs are allowed?",
    entry: "pattern",
    initial: before,
    placeholder: "https://example.com/acme/*",
    check: (text) => validatePattern(compile, text),
    trial: {
      title: "Test a URL",
      explain: (url, patterns) => explainUrl({ compile, domains, kept }, url, patterns),
    },
    why,
  });
}
