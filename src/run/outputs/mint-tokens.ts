import { setImmediate } from "node:timers/promises";
import { createAppClient } from "../../credentials/apps/app-client.ts";
import type { AppClient } from "../../credentials/apps/app-client.ts";
import { handlerPermissions } from "../../credentials/apps/handlers.ts";
import type { Handler } from "../../credentials/apps/handlers.ts";
import { mintNarrowToken } from "../../credentials/apps/narrow-token.ts";
import { requirePrivateKey } from "../../credentials/apps/private-key.ts";
import { findUsableInstallation } from "../../credentials/apps/usable-installation.ts";
import type { AppPair } from "../../credentials/choose-credential.ts";
import { appRecords } from "../../credentials/records.ts";
import { createForgeClient } from "../../forge/client.ts";
import type { ForgeClient } from "../../forge/client.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import type { InstallationToken } from "../../forge/resources/installations.ts";
import { readLogin } from "../../forge/resources/users.ts";
import type { SendOnce } from "../../forge/one-request.ts";
import { Incomplete } from "../../shared/errors.ts";
import type { Secret } from "../../shared/secret.ts";
import type { OutputBearer } from "./step-environment.ts";

/** The repository for outputs, and how to access it. */
export interface OutputLocation {
  readonly profile: HostProfile;
  /** Sends requests, even after a stop, so that tokens can be revoked. */
  readonly send: SendOnce;
  readonly repository: RepositoryName;
  readonly stopped: AbortSignal;
}

/** API clients for the handlers, each with its own token. */
export interface OutputTokens {
  readonly clientOf: (handler: Handler) => ForgeClient;
  /** Returns the account that appears as the author of outputs. */
  readonly findWriter: () => Promise<string>;
  /** Revokes the minted tokens. @returns a sentence for each token that could not be revoked */
  readonly end: () => Promise<string[]>;
}

const advice = [
  {
    text: "Check the proposals, and the permissions of the write App or PAT on the repository",
  },
];

/**
 * Mints a token for each handler, or uses the PAT for all handlers. If one token cannot be minted,
 * the others are revoked.
 * @throws Incomplete if there is no installation, KeyRefused, TokenTooWide, TokenTooNarrow,
 *   RefusedByForge
 */
export async function mintTokens(
  bearer: OutputBearer,
  handlers: readonly Handler[],
  location: OutputLocation,
): Promise<OutputTokens> {
  const clientWith = (token: Secret, isNew: boolean) =>
    createForgeClient({ ...location, token, isNew, advice });
  if (bearer.kind === "pat") {
    const client = clientWith(bearer.token, false);
    return {
      clientOf: () => client,
      findWriter: () => readLogin(client),
      end: () => Promise.resolve([]),
    };
  }
  const app = openApp(bearer.pair, location);
  const minted = new Map<Handler, InstallationToken>();
  const end = () => endAll(app, minted);
  try {
    await mintEach(app, handlers, { ...location, minted });
  } catch (error) {
    await end();
    throw error;
  }
  const clients = new Map(
    [...minted].map(([handler, { token }]) => [handler, clientWith(token, true)] as const),
  );
  const findWriter = async () => `${(await app.app()).slug}[bot]`;
  return { clientOf: (handler) => requireClient(clients, handler), findWriter, end };
}

function openApp({ clientId, key }: AppPair, { profile, send }: OutputLocation): AppClient {
  const read = requirePrivateKey(key, appRecords.write.secret);
  return createAppClient({ profile, send, clientId, key: read });
}

async function mintEach(
  app: AppClient,
  handlers: readonly Handler[],
  {
    repository,
    stopped,
    minted,
  }: Pick<OutputLocation, "repository" | "stopped"> & {
    readonly minted: Map<Handler, InstallationToken>;
  },
): Promise<void> {
  const found = await findUsableInstallation(app, repository);
  if (!found.isUsable) {
    throw new Incomplete(`The write App ${found.reason}.`, [
      {
        text: "Ask the App's owner to install the App on the repositories that approved outputs change",
      },
    ]);
  }
  for (const handler of handlers) {
    const wanted = { permissions: handlerPermissions[handler], repositories: [repository] };
    minted.set(handler, await mintNarrowToken(app, found.installation, wanted));
    // Waits until the event loop can deliver a signal that arrived before the response.
    for (let turn = 0; turn < 2; turn += 1) await setImmediate();
    stopped.throwIfAborted();
  }
}

function requireClient(clients: ReadonlyMap<Handler, ForgeClient>, handler: Handler): ForgeClient {
  const client = clients.get(handler);
  if (!client) throw new Error(`no token was minted for ${handler}`);
  return client;
}

/** Revokes all tokens. If one token cannot be revoked, the others are still revoked. */
async function endAll(app: AppClient, minted: Map<Handler, InstallationToken>): Promise<string[]> {
  const notes: string[] = [];
  for (const [handler, { token, expiresAt }] of minted) {
    minted.delete(handler);
    await app.revokeToken(token).catch(() => {
      notes.push(`The token for ${handler} could not be revoked; it is valid until ${expiresAt}.`);
    });
  }
  return notes;
}
