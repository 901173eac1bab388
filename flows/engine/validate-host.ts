import { validateAnswer } from "../../src/compiler/choice/validate-answer.ts";
import type { AgentNetwork } from "../../src/compiler/definition/agent-definition.ts";
import type { Compile } from "../../src/firewall/rules/load-compiler.ts";
import type { EngineDeps } from "./engine-deps.ts";

/**
 * Returns the error that the compiler would report for an entry in the network lists, for example
 * for an allowed host that is too broad.
 */
export function validateHost(
  { brand, compile }: Pick<EngineDeps, "brand"> & { readonly compile: Compile },
  list: keyof AgentNetwork,
  text: string,
): string | undefined {
  const complaint = validateAnswer(brand.name, ["network", list], [text]);
  if (complaint !== undefined || list === "blocked") return complaint;
  const rule = [{ id: list, text }];
  const rules = list === "allowed" ? { allowDomains: rule } : { allowUrls: rule, sslBump: true };
  const [first] = compile(rules).problems ?? [];
  return first && `"${text}" ${first.problem}. Name the domains that you need.`;
}
