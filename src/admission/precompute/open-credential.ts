import { createAppClient } from "../../credentials/apps/app-client.ts";
import { isClientId } from "../../credentials/apps/client-id.ts";
import { fingerprintKey, readPrivateKey } from "../../credentials/apps/private-key.ts";
import { fingerprintToken } from "../../credentials/pat/token.ts";
import { appRecords } from "../../credentials/records.ts";
import { createForgeClient } from "../../forge/client.ts";
import type { ForgeClient } from "../../forge/client.ts";
import { RefusedByForge } from "../../forge/forge-errors.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import type { Representations } from "../../forge/representation.ts";
import { requireRepositoryName } from "../../forge/repository-name.ts";
import { stepVariable } from "../../forge/run-step.ts";
import { InvalidInput } from "../../shared/errors.ts";
import type { Secret } from "../../shared/secret.ts";
import type { ChosenCredential } from "./choose-credential.ts";

type Environment = Readonly<NodeJS.ProcessEnv>;

/** By what a credential is known again, without anything of it. */
export interface CredentialMarks {
  /** What stays when the token is another one: the App, or the repository whose workflows run. */
  readonly lasting: string;
  /** This very token, or the key that tokens are minted with. */
  readonly exact: string;
  /** An ETag is bound to its token: a minted one is never seen again. */
  readonly keepsEtags: boolean;
}

/** @throws InvalidInput for a pair that cannot be one */
export function markCredential(
  { credential, bearer }: ChosenCredential,
  env: Environment,
): CredentialMarks {
  if ("pair" in bearer) {
    const { clientId, key } = bearer.pair;
    const { variable, secret } = appRecords.read;
    const reading = readPrivateKey(key);
    if (!reading.ok) throw new InvalidInput(`${secret} is no key: ${reading.because}`);
    if (!isClientId(clientId)) throw new InvalidInput(`${variable} is no client ID of an App.`);
    return {
      lasting: `read-app ${clientId}`,
      exact: `key ${fingerprintKey(key)}`,
      keepsEtags: false,
    };
  }
  const token = `token ${fingerprintToken(bearer.token)}`;
  const home = stepVariable(env, "REPOSITORY") ?? "";
  const clientId = env[appRecords.read.variable];
  const lasting = {
    "read-app": clientId ? `read-app ${clientId}` : token,
    pat: token,
    "workflow-token": `workflow-token ${home.toLowerCase()}`,
  };
  return { lasting: lasting[credential], exact: token, keepsEtags: true };
}

export interface OpenCredential {
  readonly client: ForgeClient;
  /** Ends what was made for this run alone. */
  readonly close: () => Promise<void>;
}

/** What the forge is told before activation, and no more. @see spec/credentials.md, "App permission ceilings" */
const permissions = { actions: "read", contents: "read" } as const;

/** @throws RefusedByForge where the forge does not take the App; ForgeUnreachable, RateLimited */
export async function openCredential(
  { bearer }: ChosenCredential,
  {
    profile,
    fetch,
    env,
    known,
  }: {
    readonly profile: HostProfile;
    readonly fetch: typeof globalThis.fetch;
    readonly env: Environment;
    readonly known: Representations;
  },
): Promise<OpenCredential> {
  const withToken = (token: Secret) => createForgeClient({ profile, fetch, token, known });
  if ("token" in bearer) {
    return { client: withToken(bearer.token), close: () => Promise.resolve() };
  }
  const { pair } = bearer;
  const app = createAppClient({ profile, fetch, clientId: pair.clientId, key: pair.key });
  const home = requireRepositoryName(stepVariable(env, "REPOSITORY") ?? "", "FORGE_REPOSITORY=");
  const installation = await app.installationOn(home);
  if (!installation || installation.isSuspended) {
    const what = installation ? "is suspended" : "is not installed";
    throw new RefusedByForge({
      status: installation ? 403 : 404,
      request: `GET /repos/${home.full}/installation`,
      message: `the read App ${what} on ${home.full}`,
      hints: [{ say: "Have an owner of the account look at the App's installation" }],
    });
  }
  const token = await app.mintToken(installation, permissions);
  return {
    client: withToken(token),
    // Best effort: a token that only reads ends by itself within the hour.
    close: () => app.revokeToken(token).catch(() => undefined),
  };
}
