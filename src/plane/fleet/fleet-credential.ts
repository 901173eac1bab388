import { createAppClient } from "../../credentials/apps/app-client.ts";
import { mintNarrowToken } from "../../credentials/apps/narrow-token.ts";
import { labelOf } from "../../credentials/apps/permission-words.ts";
import { requirePrivateKey } from "../../credentials/apps/private-key.ts";
import { findUsableInstallation } from "../../credentials/apps/usable-installation.ts";
import { findHalves, describeIncomplete } from "../../credentials/choose-credential.ts";
import type { Brand } from "../../forge/brand.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import type { SendOnce } from "../../forge/one-request.ts";
import { Incomplete } from "../../shared/errors.ts";
import { Secret } from "../../shared/secret.ts";

/**
 * The names of what a fleet reads with: an App of its own, which reads and nothing else, or a token in its place. No App
 * of a control plane may list secrets and variables; this one may list their names.
 */
export const fleetRecords = {
  variable: "CP_FORGE_FLEET_APP_ID",
  secret: "CP_FORGE_FLEET_APP_PRIVATE_KEY",
  token: "CP_FORGE_FLEET_TOKEN",
} as const;

type FleetCredentialName = "fleet-app" | "fleet-token";

/**
 * What `status` and `verify --no-run` read by, and no more. The last two are the organization's: who owns it may leave them
 * out, and then nothing tells of installations and of billing.
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

/** A token to look with, and its end. */
export interface FleetCredential {
  readonly name: FleetCredentialName;
  readonly token: Secret;
  /** What a look needs and the App does not have, as the forge's form calls it. */
  readonly ungranted: readonly string[];
  /** What was passed over on the way to it, in sentences. */
  readonly passedOver: readonly string[];
  /** Ends what was made for this look alone. It never throws. */
  readonly end: () => Promise<void>;
}

export interface FleetPlace {
  readonly profile: HostProfile;
  readonly send: SendOnce;
  readonly env: Readonly<NodeJS.ProcessEnv>;
}

/**
 * The App's token for this one repository, or the token that stands in where there is no whole pair. A pair that the forge
 * refuses is a failure: nothing else steps in unseen.
 * @throws Incomplete without any, or where the App is not installed; InvalidInput, KeyRefused, RefusedByForge, TokenTooWide
 */
export async function openFleetCredential(
  repository: RepositoryName,
  place: FleetPlace,
): Promise<FleetCredential> {
  const { env } = place;
  const pair = findHalves(env, fleetRecords);
  if (!("missing" in pair)) return mintForCheck(repository, { ...place, ...pair });
  const passedOver = pair.found === "half" ? [describeIncomplete("fleet's App", pair.missing)] : [];
  const token = new Secret(env[fleetRecords.token]?.trim() ?? "");
  if (token.isEmpty) throw nothingHere(passedOver);
  const end = () => Promise.resolve();
  return { name: "fleet-token", token, ungranted: [], passedOver, end };
}

async function mintForCheck(
  repository: RepositoryName,
  {
    profile,
    send,
    clientId,
    key,
  }: FleetPlace & { readonly clientId: string; readonly key: Secret },
): Promise<FleetCredential> {
  const ownKey = requirePrivateKey(key, fleetRecords.secret);
  const app = createAppClient({ profile, send, clientId, key: ownKey });
  const found = await findUsableInstallation(app, repository);
  if (!found.isUsable) {
    throw new Incomplete(`The fleet's App ${found.because}.`, [
      { say: `An owner of ${repository.owner} installs it on that repository` },
    ]);
  }
  const { installation } = found;
  const wanted = Object.entries(fleetPermissions(profile.brand));
  const isGranted = ([word]: readonly [string, unknown]) => word in installation.permissions;
  const permissions = Object.fromEntries(wanted.filter(isGranted));
  // An empty wish would be a wish for everything.
  if (Object.keys(permissions).length === 0) {
    throw new Incomplete(`The fleet's App may read nothing of ${repository.full}.`, [grantAdvice]);
  }
  const wish = { permissions, repositories: [repository] };
  const { token } = await mintNarrowToken(app, installation, wish);
  return {
    name: "fleet-app",
    token,
    ungranted: wanted.filter((each) => !isGranted(each)).map(([word]) => labelOf(word)),
    passedOver: [],
    // Best effort: a token that only reads ends by itself within the hour.
    end: () => app.revokeToken(token).catch(() => undefined),
  };
}

const grantAdvice = { say: "Give it the permissions that docs/fleet.md lists, and accept them" };

function nothingHere(passedOver: readonly string[]): Incomplete {
  const { variable, secret, token } = fleetRecords;
  const what = `Nothing is here to look with: neither ${variable} and ${secret}, nor ${token}.`;
  return new Incomplete([...passedOver, what].join(" "), [
    { say: "Store the App's two halves where the fleet's workflow runs, as docs/fleet.md says" },
  ]);
}
