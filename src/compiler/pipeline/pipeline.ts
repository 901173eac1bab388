import type { Pool, Triggers } from "../definition/agent-definition.ts";
import type { YamlMap } from "../../yaml/yaml-node.ts";
import type { PlainMap } from "../../yaml/yaml-writer.ts";

/**
 * A pipeline before it is formatted. The list of secrets for reviewers is read from it, so the list
 * always matches the pipeline that runs.
 */
export interface Pipeline {
  /** Comment lines at the top, without `#`. */
  readonly header: readonly string[];
  /** Format of run names. */
  readonly name: string;
  readonly parameters: readonly YamlMap[];
  readonly repositories: readonly RepositoryResource[];
  readonly triggers: Triggers;
  readonly jobs: readonly Job[];
}

interface RepositoryResource {
  readonly alias: string;
  readonly fields: PlainMap;
}

export interface Job {
  readonly id: string;
  readonly displayName: string;
  readonly dependsOn: readonly string[];
  readonly condition?: string;
  readonly timeoutInMinutes?: number;
  /** `server` for a job that waits for a person. */
  readonly pool: Pool | "server";
  /** Values from other jobs, which Azure Pipelines evaluates before the job starts. */
  readonly variables: PlainMap;
  /** Variables that are empty and read-only: neither a person nor a step can set them. */
  readonly sealed?: readonly string[];
  readonly steps: readonly Step[];
}

export type Step = BashStep | TaskStep | CheckoutStep | PublishStep | DownloadStep | AuthorStep;

interface StepFrame {
  readonly displayName: string;
  /** Name that expressions use to refer to the step's outputs. */
  readonly name?: string;
  readonly condition?: string;
  readonly continueOnError?: boolean;
  readonly timeoutInMinutes?: number;
  /** Variables sorted by name. */
  readonly env?: Readonly<Record<string, EnvValue>>;
}

/**
 * A plain value, or a value that reviewers must see. The latter is usually a secret that Azure
 * Pipelines passes only to this step.
 */
export type EnvValue = string | SecretUse;

/** A secret in a step's environment, with the reason why the step needs it. */
interface SecretUse {
  /** Name of the pipeline variable. Its value is `$(variable)` unless `text` is set. */
  readonly variable: string;
  /** Value to write if it is not `$(variable)`. */
  readonly text?: string;
  /**
   * Source of the value: a secret variable that a person set, a step of the same job, the
   * definition itself, or a variable that is not secret.
   */
  readonly origin: "variable" | "minted" | "literal" | "setting";
  /** Reason that is shown to reviewers, without a trailing period. */
  readonly why: string;
}

export interface BashStep extends StepFrame {
  readonly kind: "bash";
  readonly script: string;
  readonly workingDirectory?: string;
}

export interface TaskStep extends StepFrame {
  readonly kind: "task";
  /** Task with its version: `NodeTool@0`. */
  readonly task: string;
  readonly inputs: PlainMap;
  /** Service connection that the task uses. It is also a credential. */
  readonly connection?: { readonly name: string; readonly why: string };
}

export interface CheckoutStep {
  readonly kind: "checkout";
  /** Repository to check out: `self`, `none`, or an alias. */
  readonly repository: string;
  readonly fields: PlainMap;
}

interface PublishStep extends StepFrame {
  readonly kind: "publish";
  readonly path: string;
  readonly artifact: string;
}

interface DownloadStep extends StepFrame {
  readonly kind: "download";
  readonly artifact: string;
  readonly path: string;
}

/** A step that the definition's author wrote, included unchanged. */
export interface AuthorStep {
  readonly kind: "author";
  readonly step: YamlMap;
}
