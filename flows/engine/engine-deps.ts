import type { Compiled } from "../../src/compiler/compile-source.ts";
import type { AppToken } from "../../src/compiler/engine/engine.ts";
import type { NeededSecret } from "../../src/compiler/choice/needed-secrets.ts";
import type { FoundVariables } from "../../src/compiler/service/find-variables.ts";
import type { PipelineLocation } from "../../src/compiler/service/store-secret.ts";
import type { KeyVerdict } from "../../src/credentials/apps/verify-app-key.ts";
import type { Brand } from "../../src/forge/brand.ts";
import type { KeyFiles } from "../shared/import-key.ts";
import type { UserError } from "../../src/shared/errors.ts";
import type { Secret } from "../../src/shared/secret.ts";

/**
 * Side effects of the engine setup, injected so that the flow itself only asks questions and makes
 * decisions.
 */
export interface EngineDeps extends Pick<KeyFiles, "readKeyFile"> {
  readonly brand: Brand;
  /** Version to install if a definition does not specify one. */
  readonly pinnedVersion: string;
  /** Absolute paths of the definition and its pipeline. */
  readonly definitionFile: string;
  readonly pipelineFile: string;
  /** Paths of the definition and its pipeline, in the form used on the command line. */
  readonly definitionName: string;
  readonly pipelineName: string;
  /** Command that compiles the definition, ready to paste. */
  readonly compileCommand: string;
  /** Reads the definition's text; undefined if the file does not exist. */
  readonly readDefinition: () => Promise<string | undefined>;
  /**
   * Returns the initial text for a new definition.
   * @throws InvalidInput if the name of the definition is not a valid agent name
   */
  readonly firstText: () => string;
  /**
   * Reads the existing pipeline.
   * @throws InvalidInput if it belongs to another definition
   */
  readonly readPipeline: () => Promise<string | undefined>;
  /** Writes the definition atomically; `savePipeline` does the same for the pipeline. */
  readonly saveDefinition: (text: string) => Promise<void>;
  readonly savePipeline: (text: string) => Promise<void>;
  /** Compiles the text of a definition without writing files. */
  readonly compile: (text: string) => Promise<CompiledText>;
  readonly secrets: SecretStore;
  /** Verifies with the API that a key belongs to an App. */
  readonly verifyAppKey: (
    app: AppToken,
    given: { readonly key: Secret; readonly signal: AbortSignal },
  ) => Promise<KeyVerdict>;
}

/** A compiled definition. If it has errors, definition and text are undefined. */
export type CompiledText = Pick<Compiled, "definition" | "text" | "errors" | "warnings">;

/** The Azure CLI, signed in as the operator. */
export interface SecretStore {
  /**
   * @throws Incomplete if the CLI is not installed or not signed in, or no pipeline uses the file
   */
  readonly find: (signal: AbortSignal) => Promise<FoundVariables>;
  readonly store: (
    location: PipelineLocation,
    secret: { readonly name: string; readonly value: Secret; readonly signal: AbortSignal },
  ) => Promise<void>;
}

export interface SecretOutcome extends NeededSecret {
  readonly state: "stored" | "there" | "later";
  /** The pipelines that use the variable; undefined if unknown. */
  readonly pipelines?: readonly string[];
  /** Reason why the stored variables could not be read. */
  readonly reason?: UserError;
}
