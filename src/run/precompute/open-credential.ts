import { createAppClient } from "../../credentials/apps/app-client.ts";
import type { AppClient } from "../../credentials/apps/app-client.ts";
import { preActivation } from "../../credentials/apps/ceilings.ts";
import { isClientId } from "../../credentials/apps/client-id.ts";
import { mintNarrowToken } from "../../credentials/apps/narrow-token.ts";
import { findUsableInstallation } from "../../credentials/apps/usable-installation.ts";
import { fingerprintKey, readPrivateKey } from "../../credentials/apps/private-key.ts";
import { fingerprintToken } from "../../credentials/pat/token.ts";
import { appRecords } from "../../credentials/records.ts";
import { createForgeClient } from "../../forge/client.ts";
import type { ForgeClient } from "../../forge/client.ts";
import { isRefused, RefusedByForge } from "../../forge/forge-errors.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import type { Representations } from "../../forge/representation.ts";
import { requireRepositoryName } from "../../forge/repository-name.ts";
import { stepVariable } from "../../forge/run-step.ts";
import type { SendOnce } from "../../forge/one-request.ts";
import { InvalidInput } from "../../shared/errors.ts";
import type { Secret } from "../../shared/secret.ts";
import type { ChosenCredential } from "../../credentials/choose-credential.ts";

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
  /** Of the App, where a token was minted. */
  readonly installation?: number;
  /** Ends what was made for this run alone. */
  readonly close: () => Promise<void>;
}

export interface OpenOptions {
  readonly profile: HostProfile;
  readonly send: SendOnce;
  readonly env: Environment;
  readonly known: Representations;
  /** The installation that an earlier run found for the control repository. */
  readonly installation: number | undefined;
}

/** @throws RefusedByForge where the forge does not take the App; ForgeUnreachable, RateLimited */
export async function openCredential(
  { bearer }: ChosenCredential,
  options: OpenOptions,
): Promise<OpenCredential> {
  const { profile, send, known } = options;
  const withToken = (token: Secret) => createForgeClient({ profile, send, token, known, advice });
  if ("token" in bearer) {
    return { client: withToken(bearer.token), close: () => Promise.resolve() };
  }
  const { clientId, key } = bearer.pair;
  const app = createAppClient({ profile, send, clientId, key });
  const { token, installation } = await mint(app, options);
  return {
    client: withToken(token),
    installation,
    // Best effort: a token that only reads ends by itself within the hour.
    close: () => app.revokeToken(token).catch(() => undefined),
  };
}

/** A step has no login of a person's that could be refreshed. */
const advice = [
  { say: "Check the credential in this step's environment: its end, and what it may read" },
];

const wish = { permissions: preActivation };

/**
 * A known installation saves the request that finds it. Where it is none any more, it is looked for anew.
 * @see spec/credentials.md, "App permission ceilings": what is asked for before activation
 */
async function mint(
  app: AppClient,
  { installation: before, env }: OpenOptions,
): Promise<{ readonly token: Secret; readonly installation: number }> {
  if (before !== undefined) {
    const minted = await mintNarrowToken(app, { id: before }, wish).catch((error: unknown) => {
      if (isRefused(error, 403, 404, 422)) return undefined;
      throw error;
    });
    if (minted) return { token: minted.token, installation: before };
  }
  const home = requireRepositoryName(stepVariable(env, "REPOSITORY") ?? "", "FORGE_REPOSITORY=");
  const found = await findUsableInstallation(app, home);
  if (!found.isUsable) {
    throw new RefusedByForge({
      status: found.isSuspended ? 403 : 404,
      request: `GET /repos/${home.full}/installation`,
      message: `the read App ${found.because}`,
      hints: [{ say: "Have an owner of the account look at the App's installation" }],
    });
  }
  const { token } = await mintNarrowToken(app, found.installation, wish);
  return { token, installation: found.installation.id };
}
