import { forRepository } from "../auth/doors.ts";
import { created, invalid, noContent, notFound, ok, type Replying } from "../http/reply.ts";
import { param, type Call } from "../http/call.ts";
import { readBody, readText } from "../http/fields.ts";
import { page } from "../http/paging.ts";
import { get, put, remove, type Route } from "../http/routes.ts";
import type { Environment, Repository, StoredSecret } from "../state/repository.ts";
import { openSealed } from "../state/sealed-box.ts";
import { changeTime, timestamp } from "../state/timestamp.ts";
import { secretEnvironmentOf } from "./environments.ts";
import { checkName, mostBytes } from "./setting-names.ts";

/** What has secrets: a repository, or one of its environments. */
type Holder = Repository | Environment;
type FindHolder = (call: Call, repository: Repository) => Holder;

export const secretRoutes: Route[] = [
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

function listSecrets(call: Call, { secrets }: Holder) {
  return page(call, secrets, (shown, total) => ({
    total_count: total,
    secrets: shown.map(secretShape),
  }));
}

function showPublicKey(_: Call, { box }: Holder) {
  return ok({ key_id: box.keyId, key: box.publicKey });
}

/** Opened on receipt only to prove that a run can open it; what is kept is the sealed box. */
async function putSecret(call: Call, holder: Holder) {
  const name = checkName(param(call, "name"));
  const body = readBody(call);
  const sealed = readText(body, "encrypted_value");
  if (readText(body, "key_id") !== holder.box.keyId) throw invalid("Bad key id.", "key_id");
  const opened = await openSealed(sealed, holder.box);
  if (!opened) throw invalid("The value was not sealed for this key.", "encrypted_value");
  if (Buffer.byteLength(opened.reveal()) > mostBytes) {
    throw invalid("Secret value is too large.", "encrypted_value");
  }
  const now = call.forge.now();
  const replaced = call.forge.change(() => {
    const before = holder.secrets.find((each) => each.name === name);
    if (before) {
      Object.assign(before, { sealed, updatedAt: changeTime(before.updatedAt, now) });
    } else {
      holder.secrets.push({ name, sealed, createdAt: timestamp(now), updatedAt: timestamp(now) });
    }
    return before !== undefined;
  });
  return replaced ? noContent : created({});
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

/** A value can never be read back. */
function secretShape({ name, createdAt, updatedAt }: StoredSecret) {
  return { name, created_at: createdAt, updated_at: updatedAt };
}
