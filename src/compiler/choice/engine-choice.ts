import type { AgentDefinition, AgentNetwork } from "../definition/agent-definition.ts";
import type { Engine } from "../engine/engine.ts";

/** What of a definition a person chooses by answering: its engine, and what that may reach. */
export interface EngineChoice {
  readonly engine: Engine;
  readonly network: AgentNetwork;
}

/** What stands in a definition. */
export function readChoice({ engine, network }: AgentDefinition): EngineChoice {
  return { engine, network };
}

/** By what the engine proves who it is, to the forge or to a provider of its own. */
export type AuthenticationMode = "token" | "app" | "provider";

/** The mode of a choice; a provider may have an App beside it. */
export function modeOf({ engine }: Pick<EngineChoice, "engine">): AuthenticationMode {
  if (engine.provider) return "provider";
  return engine.appToken ? "app" : "token";
}
