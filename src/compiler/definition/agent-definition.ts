import type { Handler } from "../../credentials/apps/handlers.ts";
import type { Engine } from "../engine/engine.ts";
import type { YamlMap } from "../../yaml/yaml-node.ts";

/** A validated agent definition, the input for a pipeline. */
export interface AgentDefinition {
  readonly name: string;
  readonly description?: string;
  readonly engine: Engine;
  readonly network: AgentNetwork;
  readonly pool: Pool;
  readonly on: Triggers;
  readonly parameters: readonly YamlMap[];
  readonly repositories: readonly Checkout[];
  /** Steps that the author wrote, copied into the pipeline unchanged. */
  readonly setup: readonly YamlMap[];
  readonly steps: readonly YamlMap[];
  readonly postSteps: readonly YamlMap[];
  readonly teardown: readonly YamlMap[];
  readonly safeOutputs: readonly SafeOutput[];
  /** Rules for the approval of proposals; undefined for the defaults. */
  readonly approval?: Approval;
  /** The prompt for the agent. */
  readonly body: string;
}

/**
 * Hosts that the engine can reach in addition to those that it requires, in the syntax of the
 * firewall.
 */
export interface AgentNetwork {
  readonly allowed: readonly string[];
  readonly blocked: readonly string[];
  /** URL patterns. If there is at least one, the firewall intercepts TLS. */
  readonly urls: readonly string[];
}

export type Pool =
  { readonly vmImage: string } | { readonly name: string; readonly demands: readonly string[] };

/** Triggers of the pipeline. A pipeline without triggers runs only when a person starts it. */
export interface Triggers {
  readonly schedules: readonly Schedule[];
  readonly push?: Filters;
  readonly pullRequest?: Filters;
}

export interface Schedule {
  /** Cron expression with five fields, in UTC. */
  readonly cron: string;
  readonly branches: Filter;
  /** Whether the schedule runs even if nothing has changed since the last run. */
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

/** An additional repository that Azure Pipelines checks out next to the pipeline's own. */
export interface Checkout {
  readonly alias: string;
  readonly type: string;
  /** Full name of the repository: `project/name`, or `owner/name` on GitHub. */
  readonly name: string;
  readonly ref?: string;
  /** The service connection that can read the repository; undefined if none is needed. */
  readonly endpoint?: string;
}

/** Who approves proposals, and how long the run waits. */
export interface Approval {
  /**
   * Users and groups who can approve: email addresses, `Group`, or `[organization]\Group`. If there
   * are none, anyone who can queue the pipeline can approve.
   */
  readonly approvers: readonly string[];
  /** Users and groups who receive an email. */
  readonly notify: readonly string[];
  /** Time limit of the approval in minutes. After that, the proposals count as rejected. */
  readonly minutes: number;
  /** Whether the user who started a run can approve its proposals. */
  readonly allowOwnRuns: boolean;
}

export interface SafeOutput {
  readonly handler: Handler;
  readonly max: number;
  readonly requireApproval: boolean;
  /** Workflow files that the dispatch handler can start; undefined for other handlers. */
  readonly workers?: readonly string[];
}
