import type { Credential } from "../../credentials/credential.ts";
import { appRecords, patSecret } from "../../credentials/records.ts";
import { stepVariable } from "../../forge/run-step.ts";
import { Secret } from "../../shared/secret.ts";

/** With what a run reads: a token that is there, or the App's two halves, of which one is minted first. */
export type Bearer =
  | { readonly token: Secret }
  | { readonly pair: { readonly clientId: string; readonly key: Secret } };

export interface ChosenCredential {
  readonly credential: Exclude<Credential, "write-app">;
  readonly bearer: Bearer;
  /** Sentences on what was passed over on the way to it. */
  readonly passedOver: readonly string[];
}

/** The read App's token, for whoever has an earlier step that mints it. */
const readAppToken = "CP_FORGE_READ_APP_TOKEN";

/**
 * Takes the first that is there, an empty value being an absent one:
 *
 * 1. the read App: its token in CP_FORGE_READ_APP_TOKEN, or its pair in CP_FORGE_READ_APP_ID and
 *    CP_FORGE_READ_APP_PRIVATE_KEY,
 * 2. the PAT in CP_FORGE_TOKEN,
 * 3. the workflow token in FORGE_TOKEN, in either spelling.
 *
 * A pair that is missing or half is passed over, and told. One that the forge refuses is not: whoever uses it hears of
 * that, and no weaker one steps in unseen.
 * @returns undefined where there is none at all
 * @see spec/credentials.md, "Credential roles and precedence"
 */
export function chooseCredential(env: Readonly<NodeJS.ProcessEnv>): ChosenCredential | undefined {
  const minted = env[readAppToken];
  if (minted) {
    return { credential: "read-app", bearer: { token: new Secret(minted) }, passedOver: [] };
  }
  const { variable, secret } = appRecords.read;
  const [clientId, key] = [env[variable], env[secret]];
  if (clientId && key) {
    const pair = { clientId, key: new Secret(key) };
    return { credential: "read-app", bearer: { pair }, passedOver: [] };
  }
  const noApp = describeMissing([variable, secret].filter((name) => !env[name]));
  const pat = env[patSecret];
  if (pat) return { credential: "pat", bearer: { token: new Secret(pat) }, passedOver: [noApp] };
  const own = stepVariable(env, "TOKEN");
  if (!own) return undefined;
  return {
    credential: "workflow-token",
    bearer: { token: new Secret(own) },
    passedOver: [noApp, `No PAT is here: ${patSecret} is empty.`],
  };
}

function describeMissing(missing: readonly string[]): string {
  const names = missing.join(" and ");
  return missing.length === 1
    ? `The read App is not used: of its two halves, ${names} is empty.`
    : `No read App is here: ${names} are empty.`;
}
