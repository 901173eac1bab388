import * as v from "valibot";
import { Secret } from "../../shared/secret.ts";
import type { ForgeClient } from "../client.ts";
import { isRefused } from "../forge-errors.ts";
import { readAllPages } from "../pages.ts";
import { toFields } from "../parse-object.ts";
import { find } from "../read.ts";
import { listUnder, readShape, wholeNumber, wordsByName } from "../read-shape.ts";
import type { RepositoryName } from "../repository-name.ts";
import { unlessUnseen } from "./unless-unseen.ts";

/** What we read of an installation. */
export interface Installation {
  readonly id: number;
  readonly appId: number;
  readonly appSlug: string;
  /** Older servers do not tell it. */
  readonly clientId: string | undefined;
  readonly account: string;
  readonly selection: "all" | "selected";
  readonly permissions: Readonly<Record<string, string>>;
  readonly isSuspended: boolean;
  /** Moves whenever the installation is changed. ISO 8601. */
  readonly updatedAt: string;
}

const installationShape = v.pipe(
  v.object({
    id: wholeNumber,
    app_id: wholeNumber,
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
    // What the forge does not call selected is more than that.
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
  v.object({ id: wholeNumber, full_name: v.string() }),
  v.transform(({ id, full_name: fullName }): InstalledRepository => ({ id, fullName })),
);

/**
 * An organization's installations, for its owners; undefined for everybody else: a personal account has no list.
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

/** Where the App that signs is installed. @see GET /app/installations */
export function listOwnInstallations(client: ForgeClient): Promise<readonly Installation[]> {
  return readAllPages(client, "/app/installations", { shape: v.array(installationShape) });
}

/** Somebody who is no owner asked for an installation; there is none until an owner approves it. */
export interface InstallationRequest {
  readonly account: string;
  readonly requester: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

const requestShape = v.pipe(
  v.object({
    // An enterprise has another name for it, and is no account of ours.
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

/** What waits for an owner; none where the server is too old to tell. @see GET /app/installation-requests */
export async function listInstallationRequests(
  client: ForgeClient,
): Promise<readonly InstallationRequest[]> {
  const list = () =>
    readAllPages(client, "/app/installation-requests", { shape: v.array(requestShape) });
  return (await unlessUnseen(list)) ?? [];
}

/** Where the App that signs is installed on a repository. @see GET /repos/{owner}/{repo}/installation */
export function findInstallationOn(
  client: ForgeClient,
  { full }: RepositoryName,
): Promise<Installation | undefined> {
  return find(client, `/repos/${full}/installation`, installationShape);
}

/** A token, and what the forge says that it can do. */
export interface InstallationToken {
  readonly token: Secret;
  /** ISO 8601. */
  readonly expiresAt: string;
  readonly permissions: Readonly<Record<string, string>>;
  /** Their full names; undefined for all that the installation covers. */
  readonly repositories: readonly string[] | undefined;
}

/** As a header carries it. */
const tokenText = v.pipe(v.string(), v.regex(/^[!-~]+$/));

const tokenShape = v.pipe(
  v.object({
    token: tokenText,
    expires_at: v.pipe(v.string(), v.isoTimestamp()),
    // Whatever they are called, and never taken for none where they are not told.
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
    // What the forge does not call selected is more than that.
    repositories:
      found.repository_selection === "selected"
        ? found.repositories?.map(({ full_name: fullName }) => fullName)
        : undefined,
  })),
);

/**
 * Makes an installation token, at most as strong as its permissions. The forge gives it an hour.
 * @param wish of all that the installation covers, or of some of its repositories, by their names without the owner
 * @param end ends a token whose answer is not as it should be
 * @see POST /app/installations/{installation_id}/access_tokens
 */
export async function mintInstallationToken(
  client: ForgeClient,
  { id }: Pick<Installation, "id">,
  wish: {
    readonly permissions: Readonly<Record<string, string>>;
    readonly repositories?: readonly string[];
  },
  end: (token: Secret) => Promise<void>,
): Promise<InstallationToken> {
  const path = `/app/installations/${id}/access_tokens`;
  const { body, title } = await client.request("POST", path, { body: wish });
  try {
    return readShape(tokenShape, body, title);
  } catch (error) {
    const { token } = toFields(body) ?? {};
    // Best effort: it lives all the same, and nobody has it.
    if (v.is(tokenText, token)) await end(new Secret(token)).catch(() => undefined);
    throw error;
  }
}

function isWordsByName(value: unknown): boolean {
  const words = toFields(value);
  return words !== undefined && Object.values(words).every((word) => typeof word === "string");
}

/** The repositories that the installation token of this client covers. @see GET /installation/repositories */
export function listInstalledRepositories(
  client: ForgeClient,
): Promise<readonly InstalledRepository[]> {
  const shape = listUnder("repositories", installedShape);
  return readAllPages(client, "/installation/repositories", { shape });
}

/** Takes the App off the account, and ends every token of the installation at once. @see DELETE /app/installations/{id} */
export async function deleteInstallation(
  client: ForgeClient,
  { id }: Pick<Installation, "id">,
): Promise<void> {
  await client.request("DELETE", `/app/installations/${id}`);
}
