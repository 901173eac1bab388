import type { Pool, Triggers } from "../definition/agent-definition.ts";
import type { YamlMap } from "../../yaml/yaml-node.ts";
import type { PlainMap } from "../../yaml/yaml-writer.ts";

/** A pipeline before it is text. What a reviewer is told of secrets is read off it, so it cannot differ from what runs. */
export interface Pipeline {
  /** Comment lines at the top, without their signs. */
  readonly header: readonly string[];
  /** How runs are called. */
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
  /** `server` for what waits for a person. */
  readonly pool: Pool | "server";
  /** Values that the service works out before the job, from other jobs. */
  readonly variables: PlainMap;
  /** Variables that are empty, and that neither a person nor a step can set. */
  readonly sealed?: readonly string[];
  readonly steps: readonly Step[];
}

export type Step = BashStep | TaskStep | CheckoutStep | PublishStep | DownloadStep | AuthorStep;

/** What every step of ours may have. */
interface StepFrame {
  readonly displayName: string;
  /** By which other steps and jobs read its outputs. */
  readonly name?: string;
  readonly condition?: string;
  readonly continueOnError?: boolean;
  readonly timeoutInMinutes?: number;
  /** In the order of their names. */
  readonly env?: Readonly<Record<string, EnvValue>>;
}

/** A plain value, or one that a reviewer is told of: mostly a secret, which the service puts there and nowhere else. */
export type EnvValue = string | SecretUse;

/** Why a secret reaches a step. */
interface SecretUse {
  /** The pipeline's variable: `$(variable)` when printed. */
  readonly variable: string;
  /** What is printed where it is not the variable alone. */
  readonly text?: string;
  /** Where its value comes from: a person's variable, a step of the same job, the definition itself, or a variable that is no secret. */
  readonly origin: "variable" | "minted" | "literal" | "setting";
  /** A sentence for a reviewer, without a full stop. */
  readonly why: string;
}

export interface BashStep extends StepFrame {
  readonly kind: "bash";
  readonly script: string;
  readonly workingDirectory?: string;
}

export interface TaskStep extends StepFrame {
  readonly kind: "task";
  /** With its version: `NodeTool@0`. */
  readonly task: string;
  readonly inputs: PlainMap;
  /** A service connection is a credential, too. */
  readonly connection?: { readonly name: string; readonly why: string };
}

export interface CheckoutStep {
  readonly kind: "checkout";
  /** `self`, `none`, or an alias. */
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

/** A step that the definition's author wrote, passed on as it is. */
export interface AuthorStep {
  readonly kind: "author";
  readonly step: YamlMap;
}
