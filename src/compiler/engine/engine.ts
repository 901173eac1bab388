import type { Secret } from "../../shared/secret.ts";

/**
 * A validated `engine` block. A field is undefined if its key is absent.
 * @see spec/engine.md, "engine object fields"
 */
export interface Engine {
  readonly model?: string;
  /** Limit of the agent job in minutes. If undefined, the Azure Pipelines default of 60 applies. */
  readonly timeoutMinutes?: number;
  /** Version without a leading `v`, or `latest`. */
  readonly version?: string;
  readonly agent?: string;
  /** Host name of the API. */
  readonly apiTarget?: string;
  readonly args: readonly string[];
  /** Variables, in the order in which the file lists them. */
  readonly env: readonly (readonly [name: string, value: string])[];
  /** Path of the engine's program. If defined, no engine is installed. */
  readonly command?: string;
  readonly appToken?: AppToken;
  readonly provider?: Provider;
}

/**
 * An App token that each run mints.
 * @see spec/engine.md, "forge-app-token fields"
 */
export interface AppToken {
  /** App ID with all its digits, or client ID. */
  readonly appId: string;
  readonly owner: string;
  /**
   * Repository names without the owner. If undefined, the token covers the complete installation.
   */
  readonly repositories?: readonly string[];
  /** API address without a trailing slash. If undefined, the forge's public API is used. */
  readonly apiUrl?: string;
  readonly skipRevocation: boolean;
  /** Name of the secret variable with the private key. */
  readonly privateKey: string;
}

/**
 * A custom model provider.
 * @see spec/engine.md, "provider fields"
 */
export interface Provider {
  /** Address as written in the definition; it can contain variables. */
  readonly baseUrl: string;
  /** DNS host name; undefined if it cannot be determined. */
  readonly host?: string;
  readonly type?: string;
  readonly wireApi?: string;
  readonly credential?: ProviderCredential;
}

export type ProviderCredential =
  | { readonly kind: "token"; readonly serviceConnection: string; readonly resource?: string }
  /** A string that contains `$(VAR)`. */
  | { readonly kind: "api-key-variable"; readonly text: string }
  /** A literal key in the definition. */
  | { readonly kind: "api-key"; readonly value: Secret };
