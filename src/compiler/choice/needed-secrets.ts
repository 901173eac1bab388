import type { Brand } from "../../forge/brand.ts";
import { macrosIn } from "../engine/variables.ts";
import type { AppToken } from "../engine/engine.ts";
import type { EngineChoice } from "./engine-choice.ts";

/** A secret variable that a pipeline reads, and what is in it. */
export interface NeededSecret {
  readonly name: string;
  readonly holds: "forge token" | "App key" | "provider key";
  /** Whose it is: another App's key is another secret, whatever variable it is in. */
  readonly purpose: string;
  /** App that an App key belongs to. */
  readonly app?: AppToken;
}

/** The variables that somebody has to store before such a pipeline can run: the same that its steps read. */
export function neededSecrets({ engine }: EngineChoice, brand: Brand): readonly NeededSecret[] {
  const { appToken, provider } = engine;
  const { credential } = provider ?? {};
  const keys = credential?.kind === "api-key-variable" ? macrosIn(credential.text) : [];
  const forge: readonly NeededSecret[] = appToken
    ? [
        {
          name: appToken.privateKey,
          holds: "App key",
          purpose: describeApp(appToken),
          app: appToken,
        },
      ]
    : credential
      ? []
      : [
          {
            name: brand.workflowToken,
            holds: "forge token",
            purpose: engine.apiTarget ?? "the forge",
          },
        ];
  const purpose = provider?.baseUrl ?? "";
  return [...forge, ...keys.map((name) => ({ name, holds: "provider key" as const, purpose }))];
}

function describeApp({ appId, owner, apiUrl }: AppToken): string {
  const app = `App ${appId} of ${owner}`;
  return apiUrl === undefined ? app : `${app} at ${apiUrl}`;
}
