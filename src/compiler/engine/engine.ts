import type { Secret } from "../../shared/secret.ts";

/** A checked `engine` block. What is absent was not given. @see spec/engine.md, "engine object fields" */
export interface Engine {
  readonly model?: string;
  /** Of the whole agent job, in minutes; the service has 60 where nothing is said. */
  readonly timeoutMinutes?: number;
  /** Without a leading `v`; or `latest`. */
  readonly version?: string;
  readonly agent?: string;
  /** A host name. */
  readonly apiTarget?: string;
  readonly args: readonly string[];
  /** In the order of the file. */
  readonly env: readonly (readonly [name: string, value: string])[];
  /** Path of the engine's program; none is installed then. */
  readonly command?: string;
  readonly appToken?: AppToken;
  readonly provider?: Provider;
}

/** A token of an App, minted for each run. @see spec/engine.md, "forge-app-token fields" */
export interface AppToken {
  /** An App's number, all its digits, or its client ID. */
  readonly appId: string;
  readonly owner: string;
  /** Their names without the owner; absent for all that the installation grants. */
  readonly repositories?: readonly string[];
  /** Without a slash at its end; absent for the forge's public one. */
  readonly apiUrl?: string;
  readonly skipRevocation: boolean;
  /** Name of the secret variable that holds the private key. */
  readonly privateKey: string;
}

/** A model provider of one's own. @see spec/engine.md, "provider fields" */
export interface Provider {
  /** As it was written, or with variables in it. */
  readonly baseUrl: string;
  /** Its host as DNS knows it; absent where it cannot be told. */
  readonly host?: string;
  readonly type?: string;
  readonly wireApi?: string;
  readonly credential?: ProviderCredential;
}

export type ProviderCredential =
  | { readonly kind: "token"; readonly serviceConnection: string; readonly resource?: string }
  /** A text with `$(VAR)` in it. */
  | { readonly kind: "api-key-variable"; readonly text: string }
  /** Somebody wrote a key into the definition. */
  | { readonly kind: "api-key"; readonly value: Secret };
