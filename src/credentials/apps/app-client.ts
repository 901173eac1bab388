import { createAppAuth } from "@octokit/auth-app";
import { request as octokitRequest } from "@octokit/request";
import { ForgeUnreachable, RefusedByForge } from "../../forge/forge-errors.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { createRestClient, requestLimitMilliseconds, toForgeError } from "../../forge/client.ts";
import { redact } from "../../shared/redact.ts";
import { Secret } from "../../shared/secret.ts";
import type { Permissions } from "./ceilings.ts";
import { KeyRefused } from "./key-refused.ts";
import {
  readApp,
  readInstallation,
  readInstallations,
  readRepositoryList,
} from "../../forge/resources/apps.ts";
import type { App, Installation, InstalledRepository } from "../../forge/resources/apps.ts";

/** Speaks with the forge as an App, with its private key: proof that the key is the App's. */
export interface AppClient {
  /** `GET /app`. @throws KeyRefused; RefusedByForge with 404 when the App is gone */
  app(): Promise<App>;
  /** Where the App is installed on a repository, or undefined. */
  installationOn(repository: RepositoryName): Promise<Installation | undefined>;
  installations(): Promise<Installation[]>;
  /** Exactly the repositories that an installation covers: by a token of one read permission, dropped again. */
  repositoriesOf(installation: Installation): Promise<InstalledRepository[]>;
  /** Makes an installation token, at most as strong as `permissions`. The forge gives it an hour. */
  mintToken(installation: Installation, permissions: Permissions): Promise<Secret>;
  revokeToken(token: Secret): Promise<void>;
  /** Takes the App off the account, and ends every token of the installation at once. Nobody can undo it. */
  uninstall(installation: Pick<Installation, "id">): Promise<void>;
}

export interface AppClientOptions {
  readonly profile: HostProfile;
  readonly fetch: typeof fetch;
  readonly clientId: string;
  readonly key: Secret;
}

interface OctokitFailure {
  readonly message: string;
  /** Absent when no answer came; Octokit gives that the status 500 all the same. */
  readonly response?: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly data: unknown;
  };
}

export function createAppClient({ profile, fetch, clientId, key }: AppClientOptions): AppClient {
  const request = octokitRequest.defaults({
    baseUrl: profile.apiUrl,
    headers: { ...profile.brand.apiHeaders, "user-agent": "gatehouse" },
    request: {
      fetch: ((input, init) =>
        fetch(input, {
          ...init,
          signal: AbortSignal.timeout(requestLimitMilliseconds),
        })) satisfies typeof fetch,
    },
  });
  // It would talk of clocks on standard error, into the screens.
  const log = { warn: () => undefined };
  const auth = createAppAuth({ appId: clientId, privateKey: key.reveal(), request, log });

  /** Signs with a JWT; auth-app shifts its times when the forge's clock differs from ours. */
  const asApp = async (route: string, parameters: Record<string, unknown> = {}) => {
    try {
      const { data } = await auth.hook(request, route, parameters);
      return data as unknown;
    } catch (cause) {
      const named = route.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(parameters[name]));
      throw explainFailure(cause as OctokitFailure, { profile, route: named, key });
    }
  };
  const withToken = (token: Secret) => createRestClient({ profile, fetch, token });
  const mintToken = async (installation: Installation, permissions: Permissions) => {
    const answer = await asApp("POST /app/installations/{installation_id}/access_tokens", {
      installation_id: installation.id,
      permissions,
    });
    return new Secret((answer as { token: string }).token);
  };
  const revokeToken = async (token: Secret) => {
    await withToken(token).request("DELETE", "/installation/token");
  };

  return {
    app: async () => readApp(await asApp("GET /app")),
    installationOn: async ({ owner, name }) => {
      try {
        const route = "GET /repos/{owner}/{repo}/installation";
        return readInstallation(await asApp(route, { owner, repo: name }));
      } catch (error) {
        if (error instanceof RefusedByForge && error.status === 404) return undefined;
        throw error;
      }
    },
    installations: async () => {
      const list = await asApp("GET /app/installations", { per_page: 100 });
      return readInstallations(list);
    },
    repositoriesOf: async (installation) => {
      const token = await mintToken(installation, { metadata: "read" });
      try {
        return await listRepositories(withToken(token));
      } finally {
        // Best effort: a token that only reads names ends by itself within the hour.
        await revokeToken(token).catch(() => undefined);
      }
    },
    mintToken,
    revokeToken,
    uninstall: async ({ id }) => {
      await asApp("DELETE /app/installations/{installation_id}", { installation_id: id });
    },
  };
}

async function listRepositories(client: ReturnType<typeof createRestClient>) {
  const found: InstalledRepository[] = [];
  for (let page = 1; ; page += 1) {
    const path = `/installation/repositories?per_page=100&page=${page}`;
    const { total, repositories } = readRepositoryList((await client.request("GET", path)).body);
    found.push(...repositories);
    if (repositories.length === 0 || found.length >= total) return found;
  }
}

function explainFailure(
  failure: OctokitFailure,
  { profile, route, key }: { profile: HostProfile; route: string; key: Secret },
): Error {
  const request = route.replaceAll(/[{}]/g, "");
  const message = redact(failure.message, [key]);
  if (!failure.response) {
    return new ForgeUnreachable({ request, because: message }, { cause: failure });
  }
  const { status, headers, data } = failure.response;
  if (status === 401) return new KeyRefused({ status, request, message });
  const answer = { status, headers: new Headers(headers), body: data };
  return toForgeError(profile, answer, request, [
    { say: "Check on the App's settings page that it exists, and what it may do" },
  ]);
}
