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

/** What a token is asked for. */
export interface TokenRequest {
  readonly permissions: Readonly<Record<string, Level>>;
  /** Exactly these of the installation's account; all that it covers unless told. */
  readonly repositories?: readonly RepositoryName[];
}

/** Speaks with the forge as an App, with its private key: proof that the key is the App's. */
export interface AppClient {
  /** `GET /app`. @throws KeyRefused; RefusedByForge with 404 when the App is gone */
  app(): Promise<App>;
  /** Where its webhook leads, on or off; undefined where it has none. */
  hookAddress(): Promise<string | undefined>;
  /** Where the App is installed on a repository, or undefined. */
  installationOn(repository: RepositoryName): Promise<Installation | undefined>;
  installations(): Promise<readonly Installation[]>;
  /** What people asked owners for, and no owner has approved yet. */
  installationRequests(): Promise<readonly InstallationRequest[]>;
  /** Exactly the repositories that an installation covers: by a token of one read permission, dropped again. */
  repositoriesOf(installation: Installation): Promise<readonly InstalledRepository[]>;
  /** Makes an installation token; what came of the wish is for the caller to judge. The forge gives it an hour. @throws MisshapenAnswer: what token there is is ended */
  mint(installation: Pick<Installation, "id">, wish: TokenRequest): Promise<InstallationToken>;
  revokeToken(token: Secret): Promise<void>;
  /** Takes the App off the account, and ends every token of the installation at once. Nobody can undo it. */
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
    advice: [{ say: "Check on the App's settings page that it exists, and what it may do" }],
  });
  const withToken = (token: Secret) => createForgeClient({ profile, send, token });
  const revokeToken = async (token: Secret) => {
    await revokeInstallationToken(withToken(token));
  };
  return {
    app: () => readOwnApp(client),
    hookAddress: () => findHookAddress(client),
    installationOn: (repository) => findInstallationOn(client, repository),
    installations: () => listOwnInstallations(client),
    installationRequests: () => listInstallationRequests(client),
    repositoriesOf: async (installation) => {
      const wish = { permissions: { metadata: "read" } };
      const { token } = await mintInstallationToken(client, installation, wish, revokeToken);
      try {
        return await listInstalledRepositories(withToken(token));
      } finally {
        // Best effort: a token that only reads names ends by itself within the hour.
        await revokeToken(token).catch(() => undefined);
      }
    },
    mint: (installation, { permissions, repositories }) => {
      const names = repositories?.map(({ name }) => name);
      const wish = { permissions, ...(names && { repositories: names }) };
      return mintInstallationToken(client, installation, wish, revokeToken);
    },
    revokeToken,
    uninstall: (installation) => deleteInstallation(client, installation),
  };
}

/**
 * Signs requests with a JWT of the App's key. auth-app shifts its times when the forge's clock differs from ours, and
 * asks again; the forge's last answer goes back as it came, by the same transport as every other request.
 */
function signAsApp(
  send: Transport,
  { apiUrl, clientId, key }: { apiUrl: string; clientId: string; key: Secret },
): Transport {
  // They would talk of clocks and of old versions on standard error, into the screens.
  const log = { warn: () => undefined };
  const auth = createAppAuth({ appId: clientId, privateKey: key.reveal(), log });
  return async (request) => {
    const { method, address, headers } = request;
    let last: Promise<OneAnswer> | undefined;
    // What Octokit needs of `fetch`: Node's own would have to be loaded for it.
    const recordingFetch = async (_: string, signed: Pick<TransportRequest, "headers">) => {
      last = send({ ...request, headers: signed.headers });
      return toResponse(await last);
    };
    const signed = octokitRequest.defaults({
      baseUrl: apiUrl,
      headers,
      request: { fetch: recordingFetch, log },
    });
    // Octokit throws for every status that is no success; the client knows what each means.
    const failure = await auth.hook(signed, `${method} ${address.href}`).then(
      () => undefined,
      (error: unknown) => error,
    );
    return last ?? Promise.reject(unsigned(failure, key));
  };
}

/** An answer as Octokit reads one. What is no text, it would read as bytes: nobody looks at them. */
function toResponse({ status, headers, text }: OneAnswer) {
  return {
    status,
    headers: new Map(Object.entries(headers)),
    text: () => Promise.resolve(text),
    arrayBuffer: () => Promise.resolve(new ArrayBuffer(0)),
  };
}

function unsigned(failure: unknown, key: Secret): InvalidInput {
  const because = failure instanceof Error ? redact(failure.message, [key]) : "it says no more";
  return new InvalidInput(`The App's private key cannot sign a request: ${because}`, [
    { say: "Bring a key of the App as its settings page hands it out: the whole PEM file" },
  ]);
}
