import * as v from "valibot";
import { Secret } from "../../shared/secret.ts";
import type { ForgeClient } from "../client.ts";
import { isRefused } from "../forge-errors.ts";
import { readAllPages } from "../pages.ts";
import { toFields } from "../parse-object.ts";
import { find } from "../read.ts";
import { listUnder, readShape, integer, wordsByName } from "../read-shape.ts";
import type { RepositoryName } from "../repository-name.ts";
import { unlessUnseen } from "./unless-unseen.ts";

export interface Installation {
  readonly id: number;
  readonly appId: number;
  readonly appSlug: string;
  /** Undefined on older servers. */
  readonly clientId: string | undefined;
  readonly account: string;
  readonly selection: "all" | "selected";
  readonly permissions: Readonly<Record<string, string>>;
  readonly isSuspended: boolean;
  /** Time of the last change to the installation (ISO 8601). */
  readonly updatedAt: string;
}

const installationShape = v.pipe(
  v.object({
    id: integer,
    app_id: integer,
    app_slug: v.string(),
    client_id: v.optional(v.string()),
    account: v.object({ login: v.string() }),
    repository_selection: v.optional(v.string()),
    permissions: wordsByName,
    suspended_at: v.nullish(v.string()),
    updated_at: v.string(),
  }),
  v.transform((found): Installation => ({
    id: found.id,
    appId: found.app_id,
    appSlug: found.app_slug,
    clientId: found.client_id,
    account: found.account.login,
    // Any other value is treated as access to all repositories.
    selection: found.repository_selection === "selected" ? "selected" : "all",
    permissions: found.permissions,
    isSuspended: typeof found.suspended_at === "string",
    updatedAt: found.updated_at,
  })),
);

export interface InstalledRepository {
  readonly id: number;
  readonly fullName: string;
}

const installedShape = v.pipe(
  v.object({ id: integer, full_name: v.string() }),
  v.transform(({ id, full_name: fullName }): InstalledRepository => ({ id, fullName })),
);

/**
 * Lists an organization's installations. Undefined if the account is not an owner, or if it is a
 * personal account, which has no such list.
 * @see GET /orgs/{org}/installations
 */
export async function listInstallations(
  client: ForgeClient,
  organization: string,
): Promise<readonly Installation[] | undefined> {
  try {
    return await readAllPages(client, `/orgs/${organization}/installations`, {
      shape: listUnder("installations", installationShape),
    });
  } catch (error) {
    if (isRefused(error, 403, 404)) return undefined;
    throw error;
  }
}

/**
 * Lists the installations of the App that signs the request.
 * @see GET /app/installations
 */
export function listOwnInstallations(client: ForgeClient): Promise<readonly Installation[]> {
  return readAllPages(client, "/app/installations", { shape: v.array(installationShape) });
}

/**
 * A request for an installation by a user who is not an owner. The installation exists only after
 * an owner approves it.
 */
export interface InstallationRequest {
  readonly account: string;
  readonly requester: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

const requestShape = v.pipe(
  v.object({
    // An enterprise account stores its name in a different field, but no control plane uses an
    // enterprise account.
    account: v.object({ login: v.optional(v.string(), "") }),
    requester: v.object({ login: v.string() }),
    created_at: v.string(),
  }),
  v.transform(({ account, requester, created_at: createdAt }): InstallationRequest => ({
    account: account.login,
    requester: requester.login,
    createdAt,
  })),
);

/**
 * Lists the requests that no owner has approved or rejected yet; empty if the server is too old.
 * @see GET /app/installation-requests
 */
export async function listInstallationRequests(
  client: ForgeClient,
): Promise<readonly InstallationRequest[]> {
  const list = () =>
    readAllPages(client, "/app/installation-requests", { shape: v.array(requestShape) });
  return (await unlessUnseen(list)) ?? [];
}

/**
 * Finds the installation of the signing App on a repository.
 * @see GET /repos/{owner}/{repo}/installation
 */
export function findInstallationOn(
  client: ForgeClient,
  { full }: RepositoryName,
): Promise<Installation | undefined> {
  return find(client, `/repos/${full}/installation`, installationShape);
}

/** A token, and its access as reported by GitHub. */
export interface InstallationToken {
  readonly token: Secret;
  /** ISO 8601. */
  readonly expiresAt: string;
  readonly permissions: Readonly<Record<string, string>>;
  /** Full names; undefined if the token covers all repositories of the installation. */
  readonly repositories: readonly string[] | undefined;
}

/** Characters that a header can contain. */
const tokenText = v.pipe(v.string(), v.regex(/^[!-~]+$/));

const tokenShape = v.pipe(
  v.object({
    token: tokenText,
    expires_at: v.pipe(v.string(), v.isoTimestamp()),
    // Accepts any permission names. A response without permissions is invalid, and does not mean
    // that there are none.
    permissions: v.custom<Readonly<Record<string, string>>>(
      isWordsByName,
      "Expected an object of words",
    ),
    repository_selection: v.optional(v.string()),
    repositories: v.optional(v.array(v.object({ full_name: v.string() }))),
  }),
  v.transform((found): InstallationToken => ({
    token: new Secret(found.token),
    expiresAt: found.expires_at,
    permissions: found.permissions,
    // Any other value is treated as access to all repositories.
    repositories:
      found.repository_selection === "selected"
        ? found.repositories?.map(({ full_name: fullName }) => fullName)
        : undefined,
  })),
);

/**
 * Mints an installation token that is valid for one hour and never exceeds the installation's
 * permissions.
 * @param wanted permissions, and repository names without the owner; if undefined, all repositories
 *   of the installation
 * @param end revokes a token whose response is invalid
 * @see POST /app/installations/{installation_id}/access_tokens
 */
export async function mintInstallationToken(
  client: ForgeClient,
  { id }: Pick<Installation, "id">,
  wanted: {
    readonly permissions: Readonly<Record<string, string>>;
    readonly repositories?: readonly string[];
  },
  end: (token: Secret) => Promise<unknown>,
): Promise<InstallationToken> {
  const path = `/app/installations/${id}/access_tokens`;
  // If the response is lost, nothing knows the first token, and it expires within the hour.
  const options = { body: wanted, isRepeatable: true };
  const { body, title } = await client.request("POST", path, options);
  try {
    return readShape(tokenShape, body, title);
  } catch (error) {
    const { token } = toFields(body) ?? {};
    // Best effort: if the revocation fails, the token stays valid, but nothing uses or stores it.
    if (v.is(tokenText, token)) await end(new Secret(token)).catch(() => undefined);
    throw error;
  }
}

function isWordsByName(value: unknown): boolean {
  const words = toFields(value);
  return words !== undefined && Object.values(words).every((word) => typeof word === "string");
}

/**
 * Lists the repositories that this client's installation token covers.
 * @see GET /installation/repositories
 */
export function listInstalledRepositories(
  client: ForgeClient,
): Promise<readonly InstalledRepository[]> {
  const shape = listUnder("repositories", installedShape);
  return readAllPages(client, "/installation/repositories", { shape });
}

/**
 * Uninstalls the App from the account, which immediately revokes all tokens of the installation.
 * @see DELETE /app/installations/{id}
 */
export async function deleteInstallation(
  client: ForgeClient,
  { id }: Pick<Installation, "id">,
): Promise<void> {
  await client.request("DELETE", `/app/installations/${id}`);
}
