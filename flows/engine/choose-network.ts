import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { AgentNetwork } from "../../src/compiler/definition/agent-definition.ts";
import { loadCompiler } from "../../src/firewall/rules/load-compiler.ts";
import { discloseInterception } from "../shared/disclose-interception.ts";
import { countQuestions } from "../shared/count-questions.ts";
import type { EngineDeps } from "./engine-deps.ts";
import { validateHost } from "./validate-host.ts";

const whyAllowed =
  "The firewall allows only the hosts that the engine requires and the hosts listed here. A domain includes its subdomains.";
const whyBlocked =
  "The engine cannot reach a blocked domain or its subdomains, even if another rule allows them.";
const whyUrls =
  "A pattern allows a host only for matching URLs: * matches one path segment, and ** several. The firewall decrypts connections to check them.";

/** Asks which hosts the engine can reach in addition to those that it requires. */
export async function chooseNetwork(
  { ask, read }: Pick<FlowContext, "ask" | "read">,
  { brand }: Pick<EngineDeps, "brand">,
  before: AgentNetwork,
): Promise<AgentNetwork> {
  const locations = countQuestions(3);
  const compile = await read("compiler", loadCompiler);
  const validate = (list: keyof AgentNetwork, text: string) =>
    validateHost({ brand, compile }, list, text);
  const allowed = await ask.list({
    id: "network-allowed",
    name: "Allowed",
    title: "Which other domains are allowed?",
    position: locations.next(),
    entry: "domain",
    initial: before.allowed,
    placeholder: "registry.npmjs.org",
    check: (text) => validate("allowed", text),
    why: whyAllowed,
  });
  const blocked = await ask.list({
    id: "network-blocked",
    name: "Blocked",
    title: "Which domains are always blocked?",
    position: locations.next(),
    entry: "domain",
    initial: before.blocked,
    placeholder: "telemetry.example.com",
    body: ["Even if another rule allows them."],
    check: (text) => validate("blocked", text),
    why: whyBlocked,
  });
  const urls = await ask.list({
    id: "network-urls",
    name: "URLs",
    title: "Which URL patterns are allowed?",
    position: locations.next(),
    entry: "pattern",
    initial: before.urls,
    placeholder: "https://docs.example.com/api/**",
    body: ["If you enter a pattern, the firewall decrypts connections and sees complete URLs."],
    check: (text) => validate("urls", text),
    why: whyUrls,
  });
  if (urls.length > 0 && before.urls.length === 0) {
    await discloseInterception({ ask }, [
      "Each run of the pipeline then decrypts the connections of its engine.",
    ]);
  }
  return { allowed, blocked, urls };
}
