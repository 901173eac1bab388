import { fillIn, isWanted, type Scope } from "./expressions.ts";
import { WorkflowRefused, type YamlReader } from "./yaml-reader.ts";

/** The `concurrency:` settings of a workflow or a job. Values can contain expressions. */
export interface Concurrency {
  readonly group: string;
  readonly cancelInProgress: string;
  readonly queue: string;
}

/** A request by a run or job to enter a concurrency group. */
export interface GroupRequest {
  readonly group: string;
  /** Whether to cancel the run or job that currently runs in the group. */
  readonly cancelsRunning: boolean;
  /** Whether to wait for other members of the group instead of replacing waiting ones. */
  readonly queues: boolean;
}

export interface EnteringJob {
  readonly name: string;
  readonly signal: AbortSignal;
  cancel(): void;
}

/**
 * The result of entering a group: a turn to run, or the reason why the run or job was cancelled.
 */
export type Turn = { leave(): void } | { readonly reason: string };

/** @see [doc] actions/reference/workflows-and-actions/workflow-syntax, "concurrency" */
export function readConcurrency(holder: YamlReader): Concurrency | undefined {
  if (!holder.has("concurrency")) return undefined;
  const options = holder.child("concurrency");
  options.allow(["group", "cancel-in-progress", "queue"]);
  const group = holder.text("concurrency") ?? options.text("group");
  if (group === undefined) {
    throw new WorkflowRefused(`Required property is missing: group (in ${options.where}).`);
  }
  const cancelInProgress = options.text("cancel-in-progress") ?? "false";
  return { group, cancelInProgress, queue: options.text("queue") ?? "single" };
}

/** @throws WorkflowRefused if the settings enable both cancelling and queueing */
export function resolveConcurrency(wanted: Concurrency, scope: Scope): GroupRequest {
  const cancelsRunning = isWanted(wanted.cancelInProgress, scope, "success");
  const queues = wanted.queue === "max";
  if (queues && cancelsRunning) {
    throw new WorkflowRefused('"queue: max" and "cancel-in-progress" cannot be used together.');
  }
  return { group: fillIn(wanted.group, scope, "secrets refused"), cancelsRunning, queues };
}
