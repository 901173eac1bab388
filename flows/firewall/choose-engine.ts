import type { FlowContext } from "../../src/prompts/flow-context.ts";
import {
  engineNames,
  engineRecipes,
  type EngineName,
} from "../../src/firewall/config/engine-recipes.ts";
import type { Places } from "../shared/count-questions.ts";
import { describeDomains } from "./choose-domains.ts";

interface Before {
  readonly before: EngineName | undefined;
  readonly locations: Places;
}

/**
 * Asks which agent runs behind the firewall.
 * @returns undefined for a command that needs no settings of its own
 */
export async function chooseEngine(
  { ask }: Pick<FlowContext, "ask">,
  { before, locations }: Before,
): Promise<EngineName | undefined> {
  const engine = await ask.choose<EngineName | "none">({
    id: "agent",
    name: "Agent",
    title: "Which agent will run behind the firewall?",
    position: locations.next(),
    options: [
      { value: "none", label: "Another command", hint: "you choose its domains next" },
      ...engineNames.map((name) => ({
        value: name,
        label: engineRecipes[name].title,
        hint: describeDomains(engineRecipes[name].hosts.map((host) => host.replace(/:443$/, ""))),
      })),
    ],
    initial: before ?? "none",
    why: "gatehouse adds the agent's hosts and settings to each run. If your environment contains the agent's key, the key stays outside the container, and these hosts stay blocked.",
  });
  return engine === "none" ? undefined : engine;
}
