import { createAppAuth } from "@octokit/auth-app";
import { request as octokitRequest } from "@octokit/request";
import { createForgeClient } from "../../forge/client.ts";
import { readMessage } from "../../forge/explain-answer.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { findHookAddress, readOwnApp } from "../../forge/resources/apps.ts";
import type { App } from "../../forge/resources/apps.ts";
import {
  deleteInstallation,
  findInstallationOn,
  listInstallationRequests,
  listInstalledRepositories,
  listOwnInstallations,
  mintInstallationToken,
} from "../../forge/resources/installations.ts";
import type {
  InstalledRepository,
  Installation,
  InstallationRequest,
  InstallationToken,
} from "../../forge/resources/installations.ts";
import { revokeInstallationToken } from "../../forge/resources/tokens.ts";
import type { Transport, TransportRequest } from "../../forge/transport.ts";
import type { OneAnswer, SendOnce } from "../../forge/one-request.ts";
import { InvalidInput } from "../../shared/errors.ts";
import { redact } from "../../shared/redact.ts";
import type { Secret } from "../../shared/secret.ts";
import type { Level } from "./ceilings.ts";
import { KeyRefused } from "./key-refused.ts";

/** Permissions and repositories to request for a token. */
export interface TokenRequest {
  readonly permissions: Readonly<Record<string, Level>>;
  /**
   * Repositories to cover, from the installation's account. If undefined, the token covers all
   * repositories of the installation.
   */
  readonly repositories?: readonly RepositoryName[];
}

/**
 * Sends requests as an App, signed with its private key. A successful request proves that the key
 * belongs to the App.
 */
export interface AppClient {
  /**
   * `GET /app`.
   * @throws KeyRefused; RefusedByForge with 404 if the App was deleted
   */
  app(): Promise<App>;
  /** URL of the App's webhook, active or not; undefined if the App has none. */
  hookAddress(): Promise<string | undefined>;
  /** The App's installation on a repository; undefined if there is none. */
  installationOn(repository: RepositoryName): Promise<Installation | undefined>;
  installations(): Promise<readonly Installation[]>;
  /** Requested installations that no owner has approved yet. */
  installationRequests(): Promise<readonly InstallationRequest[]>;
  /**
   * Lists exactly the repositories that an installation covers. Uses a token with a single read
   * permission and then revokes it.
   */
  repositoriesOf(installation: Installation): Promise<readonly InstalledRepository[]>;
  /**
   * Mints an installation token, valid for one hour. The caller must compare the token with the
   * request.
   * @throws MisshapenAnswer if the response is invalid; any token in the response is revoked
   */
  mint(installation: Pick<Installation, "id">, request: TokenRequest): Promise<InstallationToken>;
  /**
   * Revokes an installation token.
   * @param options.isNew whether the token was just minted, so that GitHub may not know it yet
   * @returns "expired" if GitHub rejects the token; this proves nothing about a new token
   */
  revokeToken(token: Secret, options?: { readonly isNew: boolean }): Promise<"revoked" | "expired">;
  /**
   * Uninstalls the App from the account. This revokes all tokens of the installation at once and
   * cannot be undone.
   */
  uninstall(installation: Pick<Installation, "id">): Promise<void>;
}

export interface AppClientOptions {
  readonly profile: HostProfile;
  readonly send: SendOnce;
  readonly clientId: string;
  readonly key: Secret;
}

export function createAppClient({ profile, send, clientId, key }: AppClientOptions): AppClient {
  const client = createForgeClient({
    profile,
    send,
    sign: (send) => signAsApp(send, { apiUrl: profile.apiUrl, clientId, key }),
    explainRefusal: (answer) => {
      const { status, title: request } = answer;
      return status === 401
        ? new KeyRefused({ status, request, message: readMessage(answer) })
        : undefined;
    },
    advice: [
      { text: "Check on the App's settings page that the App exists, and check its permissions" },
    ],
  });
  const revokeToken: AppClient["revokeToken"] = (token, { isNew } = { isNew: false }) =>
    revokeInstallationToken(createForgeClient({ profile, send, token, isNew }));
  const revokeNew = (token: Secret) => revokeToken(token, { isNew: true });
  return {
    app: () => readOwnApp(client),
    hookAddress: () => findHookAddress(client),
    installationOn: (repository) => findInstallationOn(client, repository),
    installations: () => listOwnInstallations(client),
    installationRequests: () => listInstallationRequests(client),
    repositoriesOf: async (installation) => {
      const wanted = { permissions: { metadata: "read" } };
      const { token } = await mintInstallationToken(client, installation, wanted, revokeNew);
      try {
        return await listInstalledRepositories(
          createForgeClient({ profile, send, token, isNew: true }),
        );
      } finally {
        // Revocation is best effort, because the token can only read names and expires within an
        // hour.
        await revokeToken(token).catch(() => undefined);
      }
    },
    mint: (installation, { permissions, repositories }) => {
      const names = repositories?.map(({ name }) => name);
      const wanted = { permissions, ...(names && { repositories: names }) };
      return mintInstallationToken(client, installation, wanted, revokeNew);
    },
    revokeToken,
    uninstall: (installation) => deleteInstallation(client, installation),
  };
}

/**
 * Signs requests with a JWT made from the App's key. If GitHub's clock differs from the local
 * clock, auth-app corrects the times and retries. All requests use the given transport, and the
 * last response is returned unchanged.
 */
function signAsApp(
  send: Transport,
  { apiUrl, clientId, key }: { apiUrl: string; clientId: string; key: Secret },
): Transport {
  // By default, auth-app writes warnings about clocks and old versions to standard error, where
  // they would garble the screens.
  const log = { warn: () => undefined };
  const auth = createAppAuth({ appId: clientId, privateKey: key.reveal(), log });
  return async (request) => {
    const { method, address, headers } = request;
    let last: Promise<OneAnswer> | undefined;
    // The part of `fetch` that Octokit needs. Node's own `fetch` is slow to load.
    const recordingFetch = async (_: string, signed: Pick<TransportRequest, "headers">) => {
      last = send({ ...request, headers: signed.headers });
      return toResponse(await last);
    };
    const signed = octokitRequest.defaults({
      baseUrl: apiUrl,
      headers,
      request: { fetch: recordingFetch, log },
    });
    // Octokit throws for every unsuccessful status; the client interprets each status itself.
    const failure = await auth.hook(signed, `${method} ${address.href}`).then(
      () => undefined,
      (error: unknown) => error,
    );
    return last ?? Promise.reject(unsigned(failure, key));
  };
}

/**
 * Converts a response to the form that Octokit expects. Octokit reads bodies that are not text as
 * bytes, which gatehouse never needs.
 */
function toResponse({ status, headers, text }: OneAnswer) {
  return {
    status,
    headers: new Map(Object.entries(headers)),
    text: () => Promise.resolve(text),
    arrayBuffer: () => Promise.resolve(new ArrayBuffer(0)),
  };
}

function unsigned(failure: unknown, key: Secret): InvalidInput {
  const reason = failure instanceof Error ? redact(failure.message, [key]) : "no details available";
  return new InvalidInput(`The App's private key cannot sign a request: ${reason}`, [
    { text: "Use the complete PEM file of a private key from the App's settings page" },
  ]);
}
