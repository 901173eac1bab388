import * as v from "valibot";
import { Secret } from "../../shared/secret.ts";
import type { ForgeClient } from "../client.ts";
import { isRefused } from "../forge-errors.ts";
import { readAllPages } from "../pages.ts";
import { find } from "../read.ts";
import { listUnder, readShape, wholeNumber, wordsByName } from "../read-shape.ts";
import type { RepositoryName } from "../repository-name.ts";

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

/** Where the App that signs is installed on a repository. @see GET /repos/{owner}/{repo}/installation */
export function findInstallationOn(
  client: ForgeClient,
  { full }: RepositoryName,
): Promise<Installation | undefined> {
  return find(client, `/repos/${full}/installation`, installationShape);
}

/**
 * Makes an installation token, at most as strong as `permissions`. The forge gives it an hour.
 * @see POST /app/installations/{installation_id}/access_tokens
 */
export async function mintInstallationToken(
  client: ForgeClient,
  { id }: Pick<Installation, "id">,
  permissions: Readonly<Record<string, string>>,
): Promise<Secret> {
  const path = `/app/installations/${id}/access_tokens`;
  const { body, title } = await client.request("POST", path, { body: { permissions } });
  return new Secret(readShape(tokenShape, body, title).token);
}

const tokenShape = v.object({ token: v.pipe(v.string(), v.nonEmpty()) });

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
