import { createAppClient } from "../../credentials/apps/app-client.ts";
import { mintNarrowToken } from "../../credentials/apps/narrow-token.ts";
import { labelOf } from "../../credentials/apps/permission-words.ts";
import { requirePrivateKey } from "../../credentials/apps/private-key.ts";
import { findUsableInstallation } from "../../credentials/apps/usable-installation.ts";
import { findHalves, describeIncomplete } from "../../credentials/choose-credential.ts";
import { requirePlain } from "../../credentials/require-plain.ts";
import type { Brand } from "../../forge/brand.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import type { SendOnce } from "../../forge/one-request.ts";
import { Incomplete } from "../../shared/errors.ts";
import { Secret } from "../../shared/secret.ts";
import { docsUrl } from "../../shared/docs-url.ts";

/**
 * Names of the fleet's credentials: its own read-only App, or a token. Unlike the Apps of a control
 * plane, the fleet's App can list the names of secrets and variables.
 */
export const fleetRecords = {
  variable: "CP_FORGE_FLEET_APP_ID",
  secret: "CP_FORGE_FLEET_APP_PRIVATE_KEY",
  token: "CP_FORGE_FLEET_TOKEN",
} as const;

type FleetCredentialName = "fleet-app" | "fleet-token";

/**
 * Returns exactly the permissions that `status` and `verify --no-run` need to read. The last two
 * are organization permissions. If the owner does not grant them, installations and billing are not
 * visible.
 */
export function fleetPermissions({ billingPermission }: Brand): Readonly<Record<string, "read">> {
  return {
    actions: "read",
    actions_variables: "read",
    contents: "read",
    environments: "read",
    issues: "read",
    secrets: "read",
    organization_administration: "read",
    [billingPermission]: "read",
  };
}

/** A token for inspecting a control plane, and the function that revokes it. */
export interface FleetCredential {
  readonly name: FleetCredentialName;
  readonly token: Secret;
  /** Permission labels that are required but not granted to the App. */
  readonly ungranted: readonly string[];
  /** Sentences that explain which credentials were skipped. */
  readonly skipped: readonly string[];
  /** Revokes the token if it was minted for this inspection. Never throws. */
  readonly end: () => Promise<unknown>;
}

export interface FleetLocation {
  readonly profile: HostProfile;
  readonly send: SendOnce;
  readonly env: Readonly<NodeJS.ProcessEnv>;
}

/**
 * Returns the App's token for this repository, or the configured token if the App's ID or key is
 * missing. If GitHub rejects the ID or key, the function fails, so that no other credential
 * silently replaces the App.
 *
 * @throws Incomplete if there is no credential or the App is not installed; InvalidInput,
 *   KeyRefused, RefusedByForge, TokenTooWide
 */
export async function openFleetCredential(
  repository: RepositoryName,
  location: FleetLocation,
): Promise<FleetCredential> {
  const { env } = location;
  const pair = findHalves(env, fleetRecords);
  if (!("missing" in pair)) return mintForCheck(repository, { ...location, ...pair });
  const skipped = pair.found === "half" ? [describeIncomplete("fleet's App", pair.missing)] : [];
  const token = new Secret(requirePlain(env[fleetRecords.token]?.trim() ?? "", fleetRecords.token));
  if (token.isEmpty) throw nothingHere(skipped);
  const end = () => Promise.resolve();
  return { name: "fleet-token", token, ungranted: [], skipped, end };
}

async function mintForCheck(
  repository: RepositoryName,
  {
    profile,
    send,
    clientId,
    key,
  }: FleetLocation & { readonly clientId: string; readonly key: Secret },
): Promise<FleetCredential> {
  const ownKey = requirePrivateKey(key, fleetRecords.secret);
  const app = createAppClient({ profile, send, clientId, key: ownKey });
  const found = await findUsableInstallation(app, repository);
  if (!found.isUsable) {
    throw new Incomplete(`The fleet's App ${found.reason}.`, [
      { text: `Ask an owner of ${repository.owner} to install the App on that repository` },
    ]);
  }
  const { installation } = found;
  const wanted = Object.entries(fleetPermissions(profile.brand));
  const isGranted = ([word]: readonly [string, unknown]) => word in installation.permissions;
  const permissions = Object.fromEntries(wanted.filter(isGranted));
  // GitHub treats an empty list as a request for all permissions.
  if (Object.keys(permissions).length === 0) {
    throw new Incomplete(`The fleet's App lacks read permissions for ${repository.full}.`, [
      grantAdvice,
    ]);
  }
  const request = { permissions, repositories: [repository] };
  const { token } = await mintNarrowToken(app, installation, request);
  return {
    name: "fleet-app",
    token,
    ungranted: wanted.filter((each) => !isGranted(each)).map(([word]) => labelOf(word)),
    skipped: [],
    // Best effort: a read-only token expires within an hour anyway.
    end: () => app.revokeToken(token).catch(() => undefined),
  };
}

const grantAdvice = {
  text: `Grant the App these permissions, and accept them: ${docsUrl}/fleet.md#credentials`,
};

function nothingHere(skipped: readonly string[]): Incomplete {
  const { variable, secret, token } = fleetRecords;
  const what = `No credential found: set ${variable} and ${secret}, or ${token}.`;
  return new Incomplete([...skipped, what].join(" "), [
    {
      text: `Store the App's client ID and key for the fleet workflow: ${docsUrl}/fleet.md#credentials`,
    },
  ]);
}
