import type { Compiled } from "../../src/compiler/compile-source.ts";
import type { AppToken } from "../../src/compiler/engine/engine.ts";
import type { NeededSecret } from "../../src/compiler/choice/needed-secrets.ts";
import type { FoundVariables } from "../../src/compiler/service/find-variables.ts";
import type { PipelinePlace } from "../../src/compiler/service/store-secret.ts";
import type { KeyVerdict } from "../../src/credentials/apps/verify-app-key.ts";
import type { Brand } from "../../src/forge/brand.ts";
import type { KeyFiles } from "../shared/import-key.ts";
import type { UserError } from "../../src/shared/errors.ts";
import type { Secret } from "../../src/shared/secret.ts";

/** What the setup of an engine does to the world, handed in so that the flow itself only decides and asks. */
export interface EngineDeps extends Pick<KeyFiles, "readKeyFile"> {
  readonly brand: Brand;
  /** The version that is installed where a definition names none. */
  readonly pinnedVersion: string;
  /** The whole paths of the definition and of its pipeline. */
  readonly definitionFile: string;
  readonly pipelineFile: string;
  /** The definition and its pipeline as the command line calls them. */
  readonly definitionName: string;
  readonly pipelineName: string;
  /** What compiles the definition, to paste. */
  readonly compileCommand: string;
  /** Its text, or undefined while there is none. */
  readonly readDefinition: () => Promise<string | undefined>;
  /** What is begun with where there is no definition yet. @throws InvalidInput where no agent can be called so */
  readonly firstText: () => string;
  /** The pipeline that stands beside it. @throws InvalidInput where somebody else made it */
  readonly readPipeline: () => Promise<string | undefined>;
  /** Each writes whole or not at all. */
  readonly saveDefinition: (text: string) => Promise<void>;
  readonly savePipeline: (text: string) => Promise<void>;
  /** What a definition with this text says, and its pipeline. Nothing is written. */
  readonly compile: (text: string) => Promise<CompiledText>;
  readonly secrets: SecretStore;
  /** Asks the forge whether a key belongs to an App. */
  readonly verifyAppKey: (
    app: AppToken,
    given: { readonly key: Secret; readonly signal: AbortSignal },
  ) => Promise<KeyVerdict>;
}

/** A definition that was read, and what became of it: neither where something is wrong. */
export type CompiledText = Pick<Compiled, "definition" | "text" | "errors" | "warnings">;

/** The pipeline service's own CLI, as somebody is signed in. */
export interface SecretStore {
  /** @throws Incomplete where it is not installed, nobody is signed in, or no pipeline is made of the file */
  readonly find: (signal: AbortSignal) => Promise<FoundVariables>;
  readonly store: (
    place: PipelinePlace,
    secret: { readonly name: string; readonly value: Secret; readonly signal: AbortSignal },
  ) => Promise<void>;
}

/** What became of a secret variable. */
export interface SecretOutcome extends NeededSecret {
  readonly state: "stored" | "there" | "later";
  /** The pipelines that it is for, where they are known. */
  readonly pipelines?: readonly string[];
  /** Why nobody could look for it. */
  readonly because?: UserError;
}
