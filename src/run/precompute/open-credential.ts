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
import { exampleName, requireRepositoryName } from "../../forge/repository-name.ts";
import { stepVariable } from "../../forge/run-step.ts";
import type { SendOnce } from "../../forge/one-request.ts";
import { InvalidInput } from "../../shared/errors.ts";
import type { Secret } from "../../shared/secret.ts";
import type { ChosenCredential } from "../../credentials/choose-credential.ts";

type Environment = Readonly<NodeJS.ProcessEnv>;

/** Values that identify a credential without revealing any part of it. */
export interface CredentialMarks {
  /**
   * Identity that does not change with a new token: the App, or the repository of the workflow
   * token.
   */
  readonly lasting: string;
  /** Identity of the exact token, or of the key that mints tokens. */
  readonly exact: string;
  /**
   * Whether ETags can be reused. ETags are bound to a token, and a minted token is used for only
   * one run.
   */
  readonly keepsEtags: boolean;
}

/** @throws InvalidInput if the App's client ID or key is invalid */
export function markCredential(
  { credential, bearer }: ChosenCredential,
  env: Environment,
): CredentialMarks {
  if ("pair" in bearer) {
    const { clientId, key } = bearer.pair;
    const { variable, secret } = appRecords.read;
    const reading = readPrivateKey(key);
    if (!reading.ok) throw new InvalidInput(`${secret} is not a valid key: ${reading.reason}`);
    if (!isClientId(clientId)) throw new InvalidInput(`${variable} is not a valid App client ID.`);
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
  /** ID of the App's installation; undefined if no token was minted. */
  readonly installation?: number;
  /** Revokes the token if it was minted for this run. */
  readonly close: () => Promise<unknown>;
}

export interface OpenOptions {
  readonly profile: HostProfile;
  readonly send: SendOnce;
  readonly env: Environment;
  readonly known: Representations;
  /**
   * ID of the installation that an earlier run found on the control repository; undefined if
   * unknown.
   */
  readonly installation: number | undefined;
}

/** @throws RefusedByForge if the forge rejects the App; ForgeUnreachable, RateLimited */
export async function openCredential(
  { bearer }: ChosenCredential,
  options: OpenOptions,
): Promise<OpenCredential> {
  const { profile, send, known } = options;
  const withToken = (token: Secret, isNew: boolean) =>
    createForgeClient({ profile, send, token, isNew, known, advice });
  if ("token" in bearer) {
    return { client: withToken(bearer.token, false), close: () => Promise.resolve() };
  }
  const { clientId, key } = bearer.pair;
  const app = createAppClient({ profile, send, clientId, key });
  const { token, installation } = await mint(app, options);
  return {
    client: withToken(token, true),
    installation,
    // Best effort: the token is read-only and expires within the hour.
    close: () => app.revokeToken(token).catch(() => undefined),
  };
}

/** Hint for a workflow step, in which no person can sign in again. */
const advice = [
  { text: "Check the expiry and permissions of the credential in this step's environment" },
];

const wanted = { permissions: preActivation };

/**
 * Mints a token. If the installation is known, no request is needed to find it. If that
 * installation no longer exists, searches for the current one.
 * @see spec/credentials.md, "App permission ceilings": permissions before activation
 */
async function mint(
  app: AppClient,
  { installation: before, env }: OpenOptions,
): Promise<{ readonly token: Secret; readonly installation: number }> {
  if (before !== undefined) {
    const minted = await mintNarrowToken(app, { id: before }, wanted).catch((error: unknown) => {
      if (isRefused(error, 403, 404, 422)) return undefined;
      throw error;
    });
    if (minted) return { token: minted.token, installation: before };
  }
  const home = requireRepositoryName(
    stepVariable(env, "REPOSITORY") ?? "",
    `FORGE_REPOSITORY=${exampleName}`,
  );
  const found = await findUsableInstallation(app, home);
  if (!found.isUsable) {
    throw new RefusedByForge({
      status: found.isSuspended ? 403 : 404,
      request: `GET /repos/${home.full}/installation`,
      message: `the read App ${found.reason}`,
      hints: [{ text: "Ask an owner of the account to check the App's installation" }],
    });
  }
  const { token } = await mintNarrowToken(app, found.installation, wanted);
  return { token, installation: found.installation.id };
}
