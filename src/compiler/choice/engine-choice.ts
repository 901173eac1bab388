import type { AgentDefinition, AgentNetwork } from "../definition/agent-definition.ts";
import type { Engine } from "../engine/engine.ts";

/** The part of a definition that the wizard configures: the engine and its network. */
export interface EngineChoice {
  readonly engine: Engine;
  readonly network: AgentNetwork;
}

export function readChoice({ engine, network }: AgentDefinition): EngineChoice {
  return { engine, network };
}

/** How the engine authenticates to GitHub or to its own provider. */
export type AuthenticationMode = "token" | "app" | "provider";

/** Returns the mode of a choice. A provider can be combined with an App. */
export function modeOf({ engine }: Pick<EngineChoice, "engine">): AuthenticationMode {
  if (engine.provider) return "provider";
  return engine.appToken ? "app" : "token";
}
