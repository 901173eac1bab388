import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { AgentNetwork } from "../../src/compiler/definition/agent-definition.ts";
import { loadCompiler } from "../../src/firewall/rules/load-compiler.ts";
import { countQuestions } from "../shared/count-questions.ts";
import type { EngineDeps } from "./engine-deps.ts";
import { validateHost } from "./validate-host.ts";

const why =
  "The engine runs behind a firewall: what it needs itself is let through, and nothing else but what stands here. A domain stands for itself and its subdomains.";

/** What the engine may reach beside what it needs itself. */
export async function chooseNetwork(
  { ask, read }: Pick<FlowContext, "ask" | "read">,
  { brand }: Pick<EngineDeps, "brand">,
  before: AgentNetwork,
): Promise<AgentNetwork> {
  const places = countQuestions(3);
  const compile = await read("compiler", loadCompiler);
  const judge = (list: keyof AgentNetwork, text: string) =>
    validateHost({ brand, compile }, list, text);
  const allowed = await ask.list({
    id: "network-allowed",
    name: "Allowed",
    title: "Which domains may it reach, too?",
    place: places.next(),
    entry: "domain",
    initial: before.allowed,
    placeholder: "registry.npmjs.org",
    check: (text) => judge("allowed", text),
    why,
  });
  const blocked = await ask.list({
    id: "network-blocked",
    name: "Blocked",
    title: "Which may it never reach?",
    place: places.next(),
    entry: "domain",
    initial: before.blocked,
    placeholder: "telemetry.example.com",
    body: ["Whatever else allows them."],
    check: (text) => judge("blocked", text),
    why,
  });
  const urls = await ask.list({
    id: "network-urls",
    name: "Addresses",
    title: "Which single addresses may it reach?",
    place: places.next(),
    entry: "pattern",
    initial: before.urls,
    placeholder: "https://docs.example.com/api/**",
    body: ["With one, encryption ends at the firewall, which then sees whole addresses."],
    check: (text) => judge("urls", text),
    why,
  });
  return { allowed, blocked, urls };
}
