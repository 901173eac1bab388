import type { Handler } from "../../credentials/apps/handlers.ts";
import type { Engine } from "../engine/engine.ts";
import type { YamlMap } from "../../yaml/yaml-node.ts";

/** An agent definition, checked: what a pipeline is made of. */
export interface AgentDefinition {
  readonly name: string;
  readonly description?: string;
  readonly engine: Engine;
  readonly network: AgentNetwork;
  readonly pool: Pool;
  readonly on: Triggers;
  readonly parameters: readonly YamlMap[];
  readonly repositories: readonly Checkout[];
  /** Steps of the author's, passed on as they are. */
  readonly setup: readonly YamlMap[];
  readonly steps: readonly YamlMap[];
  readonly postSteps: readonly YamlMap[];
  readonly teardown: readonly YamlMap[];
  readonly safeOutputs: readonly SafeOutput[];
  /** What the agent is told. */
  readonly body: string;
}

/** What the engine may reach beside what it needs itself; words as the firewall takes them. */
export interface AgentNetwork {
  readonly allowed: readonly string[];
  readonly blocked: readonly string[];
  /** Patterns: where there is one, TLS is intercepted. */
  readonly urls: readonly string[];
}

export type Pool =
  { readonly vmImage: string } | { readonly name: string; readonly demands: readonly string[] };

/** When the pipeline runs; with nothing, when somebody starts it. */
export interface Triggers {
  readonly schedules: readonly Schedule[];
  readonly push?: Filters;
  readonly pullRequest?: Filters;
}

export interface Schedule {
  /** Five fields, UTC. */
  readonly cron: string;
  readonly branches: Filter;
  /** Also where nothing has changed since the last run. */
  readonly always: boolean;
}

export interface Filters {
  readonly branches?: Filter;
  readonly paths?: Filter;
}

export interface Filter {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** A further repository of the pipeline service, checked out beside the pipeline's own. */
export interface Checkout {
  readonly alias: string;
  readonly type: string;
  /** `project/name`, or `owner/name` on a forge. */
  readonly name: string;
  readonly ref?: string;
  /** The service connection that reads it, where one is needed. */
  readonly endpoint?: string;
}

export interface SafeOutput {
  readonly handler: Handler;
  readonly max: number;
  readonly requireApproval: boolean;
  /** Workflow files that a dispatch may start; undefined for every other handler. */
  readonly workers?: readonly string[];
}
