import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { Fact } from "../../src/prompts/prompter.ts";

/**
 * Cases in which interception is unsuitable, and the risks of its key.
 * @see spec/firewall.md, "Limits"
 */
export const interceptionTerms: readonly Fact[] = [
  { name: "Not for", text: "Environments shared by several tenants." },
  { name: "Not for", text: "Untrusted code or untrusted AI agents." },
  { name: "Not for", text: "Machines where several users share /tmp." },
  { name: "Not for", text: "Critical workloads in production." },
  { name: "Suitable for", text: "One developer, CI with a trusted workload, tests of URL rules." },
  { name: "Key", text: "For at most 1 day, it can impersonate any site to the agent." },
  { name: "Key", text: "Other users of the machine may be able to read /tmp." },
  { name: "Key", text: "A process that escapes from the container can reach it." },
  { name: "Key", text: "An attacker who controls the proxy has it." },
  { name: "Key", text: "It may remain after SIGKILL." },
  {
    name: "gatehouse",
    text: "The key belongs to one session, stays in memory, and is deleted at the end.",
  },
];

/**
 * Shows the limits of URL filters, which decrypt connections, and asks the operator to confirm that
 * they can be used.
 * @param body lines about what the confirmation affects
 */
export async function discloseInterception(
  { ask }: Pick<FlowContext, "ask">,
  body: readonly string[],
): Promise<void> {
  await ask.disclose({
    id: "interception-terms",
    title: "Before you filter by URL",
    weight: "read first",
    facts: interceptionTerms,
    body,
    proceed: 'I confirm that none of the "Not for" cases applies',
  });
}
