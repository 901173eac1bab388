import type { Brand } from "../../forge/brand.ts";
import { macrosIn } from "../engine/variables.ts";
import type { AppToken } from "../engine/engine.ts";
import type { EngineChoice } from "./engine-choice.ts";

/** A secret variable that a pipeline reads, and the kind of secret that it contains. */
export interface NeededSecret {
  readonly name: string;
  readonly content: "forge token" | "App key" | "provider key";
  /**
   * Identifies the use of the secret. The keys of two Apps have different purposes, even if both
   * use the same variable.
   */
  readonly purpose: string;
  /** The App that the key belongs to; undefined for other secrets. */
  readonly app?: AppToken;
}

/**
 * Lists the secret variables that the pipeline's steps read, which must be stored before the
 * pipeline can run.
 */
export function neededSecrets({ engine }: EngineChoice, brand: Brand): readonly NeededSecret[] {
  const { appToken, provider } = engine;
  const { credential } = provider ?? {};
  const keys = credential?.kind === "api-key-variable" ? macrosIn(credential.text) : [];
  const forge: readonly NeededSecret[] = appToken
    ? [
        {
          name: appToken.privateKey,
          content: "App key",
          purpose: describeApp(appToken),
          app: appToken,
        },
      ]
    : credential
      ? []
      : [
          {
            name: brand.workflowToken,
            content: "forge token",
            purpose: engine.apiTarget ?? brand.title,
          },
        ];
  const purpose = provider?.baseUrl ?? "";
  return [...forge, ...keys.map((name) => ({ name, content: "provider key" as const, purpose }))];
}

function describeApp({ appId, owner, apiUrl }: AppToken): string {
  const app = `App ${appId} of ${owner}`;
  return apiUrl === undefined ? app : `${app} at ${apiUrl}`;
}
