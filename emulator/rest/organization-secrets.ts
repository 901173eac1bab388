import { created, noContent, notFound, ok } from "../http/reply.ts";
import { param, type Call } from "../http/call.ts";
import { readBody } from "../http/fields.ts";
import { page } from "../http/paging.ts";
import { get, put, remove, type Route } from "../http/routes.ts";
import { settingsOf } from "../state/organization-settings.ts";
import { changeTime, timestamp } from "../state/timestamp.ts";
import type { Account, OrganizationSettings } from "../state/world.ts";
import { receiveSealed, secretShape } from "./secrets.ts";
import { checkSecretName, mostSettings, requireRoom } from "./setting-names.ts";
import { forSettings, readSharing, sharingRoutes, sharingShape } from "./shared-settings.ts";

const all = "/orgs/:org/actions/secrets";
const one = `${all}/:name`;
const permission = "organization_secrets";

/** Secrets that an organization shares with its repositories. */
export const organizationSecretRoutes: Route[] = [
  get(all, forSettings(`${permission}:read`, listSecrets)),
  get(`${all}/public-key`, forSettings(`${permission}:read`, showPublicKey)),
  get(one, forSettings(`${permission}:read`, showSecret)),
  put(one, forSettings(`${permission}:write`, putSecret)),
  remove(one, forSettings(`${permission}:write`, removeSecret)),
  ...sharingRoutes(one, permission, existing),
];

type Shared = OrganizationSettings["secrets"][number];

function shape(call: Call, secret: Shared) {
  return { ...secretShape(secret), ...sharingShape(call, secret.name, secret) };
}

function listSecrets(call: Call, organization: Account) {
  return page(call, organization.settings?.secrets ?? [], (shown, total) => ({
    total_count: total,
    secrets: shown.map((each) => shape(call, each)),
  }));
}

function showPublicKey({ forge }: Call, organization: Account) {
  const { box } = organization.settings ?? forge.change(() => settingsOf(organization));
  return ok({ key_id: box.keyId, key: box.publicKey });
}

function showSecret(call: Call, organization: Account) {
  return ok(shape(call, existing(call, organization)));
}

/**
 * Creates or updates a secret. An update can omit the value, but must specify the visibility
 * ([oas]).
 */
async function putSecret(call: Call, organization: Account) {
  const name = checkSecretName(param(call, "name"));
  const settings = call.forge.change(() => settingsOf(organization));
  const { secrets, box } = settings;
  const before = secrets.find((each) => each.name === name);
  const sharing = readSharing(call, organization, before);
  const isKept = before && !("encrypted_value" in readBody(call));
  const sealed = isKept ? before.sealed : await receiveSealed(call, box);
  if (!before) requireRoom(secrets, mostSettings.secrets.organization);
  const now = call.forge.now();
  call.forge.change(() => {
    if (before) {
      const updatedAt = changeTime(before.updatedAt, now);
      Object.assign(before, { ...sharing, sealed, updatedAt });
    } else {
      const at = timestamp(now);
      secrets.push({ ...sharing, name, sealed, createdAt: at, updatedAt: at });
    }
  });
  return before ? noContent : created({});
}

function removeSecret(call: Call, organization: Account) {
  const gone = existing(call, organization);
  call.forge.change(() => {
    const settings = settingsOf(organization);
    settings.secrets = settings.secrets.filter((each) => each !== gone);
  });
  return noContent;
}

function existing(call: Call, { settings }: Account): Shared {
  const name = param(call, "name").toUpperCase();
  const found = settings?.secrets.find((each) => each.name === name);
  if (!found) throw notFound();
  return found;
}
