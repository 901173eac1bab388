import { forRepository } from "../auth/doors.ts";
import { created, invalid, noContent, notFound, ok, type Replying } from "../http/reply.ts";
import { param, type Call } from "../http/call.ts";
import { readBody, readText } from "../http/fields.ts";
import { page } from "../http/paging.ts";
import { get, put, remove, type Route } from "../http/routes.ts";
import { settingsFor } from "../state/organization-settings.ts";
import type { BoxKeys, Environment, Repository, StoredSecret } from "../state/repository.ts";
import { openSealed } from "../state/sealed-box.ts";
import { changeTime, timestamp } from "../state/timestamp.ts";
import { secretEnvironmentOf } from "./environments.ts";
import { checkSecretName, mostBytes, mostSettings, requireRoom } from "./setting-names.ts";

/** The owner of secrets: a repository or one of its environments. */
type Holder = Repository | Environment;
type FindHolder = (call: Call, repository: Repository) => Holder;

export const secretRoutes: Route[] = [
  get(
    "/repos/:owner/:repo/actions/organization-secrets",
    forRepository("secrets:read", listShared),
  ),
  ...routesAt("/repos/:owner/:repo/actions", "secrets", (_, repository) => repository),
  ...routesAt("/repos/:owner/:repo/environments/:environment", "environments", secretEnvironmentOf),
];

function routesAt(base: string, permission: string, holder: FindHolder): Route[] {
  const one = `${base}/secrets/:name`;
  const reading = (handle: (call: Call, holder: Holder) => Replying) =>
    forRepository(`${permission}:read`, (call, repository) =>
      handle(call, holder(call, repository)),
    );
  const writing = (handle: (call: Call, holder: Holder) => Replying) =>
    forRepository(`${permission}:write`, (call, repository) =>
      handle(call, holder(call, repository)),
    );
  return [
    get(`${base}/secrets`, reading(listSecrets)),
    get(`${base}/secrets/public-key`, reading(showPublicKey)),
    get(
      one,
      reading((call, held) => ok(secretShape(existing(call, held)))),
    ),
    put(one, writing(putSecret)),
    remove(one, writing(removeSecret)),
  ];
}

function listSecrets(call: Call, { secrets }: Pick<Holder, "secrets">) {
  return page(call, secrets, (shown, total) => ({
    total_count: total,
    secrets: shown.map(secretShape),
  }));
}

function showPublicKey(_: Call, { box }: Holder) {
  return ok({ key_id: box.keyId, key: box.publicKey });
}

/**
 * Lists the organization's secrets that this repository receives, but not the other repositories
 * that receive them: [oas].
 */
function listShared(call: Call, repository: Repository) {
  return listSecrets(call, settingsFor(call.forge.world, repository) ?? { secrets: [] });
}

async function putSecret(call: Call, holder: Holder) {
  const name = checkSecretName(param(call, "name"));
  const sealed = await receiveSealed(call, holder.box);
  const now = call.forge.now();
  const before = holder.secrets.find((each) => each.name === name);
  if (!before) requireRoom(holder.secrets, mostOf(holder));
  call.forge.change(() => {
    if (before) {
      Object.assign(before, { sealed, updatedAt: changeTime(before.updatedAt, now) });
    } else {
      holder.secrets.push({ name, sealed, createdAt: timestamp(now), updatedAt: timestamp(now) });
    }
  });
  return before ? noContent : created({});
}

function mostOf(holder: Holder): number {
  const { repository, environment } = mostSettings.secrets;
  return "environments" in holder ? repository : environment;
}

/**
 * Checks that a run can decrypt the value, but stores only the sealed box.
 * @throws Refusal (422)
 */
export async function receiveSealed(call: Call, box: BoxKeys): Promise<string> {
  const body = readBody(call);
  const sealed = readText(body, "encrypted_value");
  if (readText(body, "key_id") !== box.keyId) throw invalid("Bad key id.", "key_id");
  const opened = await openSealed(sealed, box);
  if (!opened) throw invalid("The value was not sealed for this key.", "encrypted_value");
  if (Buffer.byteLength(opened.reveal()) > mostBytes) {
    throw invalid("Secret value is too large.", "encrypted_value");
  }
  return sealed;
}

function removeSecret(call: Call, holder: Holder) {
  const secret = existing(call, holder);
  call.forge.change(() => {
    holder.secrets = holder.secrets.filter((each) => each !== secret);
  });
  return noContent;
}

function existing(call: Call, { secrets }: Holder): StoredSecret {
  const name = param(call, "name").toUpperCase();
  const found = secrets.find((each) => each.name === name);
  if (!found) throw notFound();
  return found;
}

/** Returns a secret without its value, which cannot be read back. */
export function secretShape({ name, createdAt, updatedAt }: StoredSecret) {
  return { name, created_at: createdAt, updated_at: updatedAt };
}
