import {
  grants,
  isLevel,
  isPermissionWord,
  withMetadata,
  type Permissions,
} from "../auth/permission-words.ts";
import { forApp } from "../auth/doors.ts";
import { created, invalid, needsLogin, noContent, Refusal } from "../http/reply.ts";
import type { Call } from "../http/call.ts";
import { readBody, type Fields } from "../http/fields.ts";
import { isRecord } from "../is-record.ts";
import { page } from "../http/paging.ts";
import { get, post, remove, type Route } from "../http/routes.ts";
import { repositoryInList } from "../shapes/repository.ts";
import { installedRepositories, sameName } from "../state/find.ts";
import type { Repository } from "../state/repository.ts";
import { makeToken } from "../state/secret-words.ts";
import { inOneHour, timestamp } from "../state/timestamp.ts";
import type { App, Installation } from "../state/world.ts";
import { wire } from "../wire.ts";
import { ownOf } from "./apps.ts";

const mostRepositories = 500;

export const installationTokenRoutes: Route[] = [
  post("/app/installations/:id/access_tokens", forApp(mintToken)),
  get("/installation/repositories", listRepositories),
  remove("/installation/token", revokeOwnToken),
];

/** Mints a token with the requested scope, never wider than the installation. */
function mintToken(call: Call, app: App) {
  const { forge, urls } = call;
  const installation = ownOf(call, app);
  if (installation.suspendedAt) throw new Refusal(403, "This installation has been suspended");
  const body = readBody(call);
  const chosen = chooseRepositories(body, installedRepositories(forge.world, installation));
  const permissions = choosePermissions(body["permissions"], installation);
  const now = forge.now();
  const { words, token } = forge.change((world) => {
    world.tokens = world.tokens.filter(({ expiresAt }) => !expiresAt || new Date(expiresAt) > now);
    return makeToken(
      world,
      {
        kind: "installation",
        installationId: installation.id,
        permissions,
        repositoryIds: chosen?.map(({ id }) => id) ?? null,
        createdAt: timestamp(now),
        expiresAt: inOneHour(now),
      },
      { app, ...lengthFor(call) },
    );
  });
  return created({
    token: words.reveal(),
    expires_at: token.expiresAt,
    permissions,
    repository_selection: chosen ? "selected" : installation.selection,
    ...(chosen && {
      repositories: chosen.map((repository) => repositoryInList(urls, forge.world, { repository })),
    }),
  });
}

/**
 * Returns the requested token format: clients can request the newer, long format or opt out of it.
 */
function lengthFor({ headers }: Call): { length?: "short" | "long" } {
  const wanted = headers[wire.statelessTokenHeader];
  if (wanted === "enabled") return { length: "long" };
  return wanted === "disabled" ? { length: "short" } : {};
}

function chooseRepositories(body: Fields, covered: Repository[]): Repository[] | undefined {
  const names = body["repositories"];
  const ids = body["repository_ids"];
  if (names === undefined && ids === undefined) return undefined;
  const wanted = [...asList(names, "repositories"), ...asList(ids, "repository_ids")];
  if (wanted.length > mostRepositories) throw invalid("At most 500 repositories can be listed.");
  return wanted.map((wanted) => {
    const found = covered.find(({ id, name }) =>
      typeof wanted === "string" ? sameName(name, wanted) : id === wanted,
    );
    if (found) return found;
    throw invalid(
      "There is at least one repository that does not exist or is not accessible to the parent installation.",
    );
  });
}

function asList(value: unknown, name: string): unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw invalid(`"${name}" is not a list.`, name);
  return value;
}

function choosePermissions(wanted: unknown, installation: Installation): Permissions {
  if (wanted === undefined) return installation.permissions;
  if (!isRecord(wanted)) throw invalid(`"permissions" is not an object.`, "permissions");
  const chosen: Permissions = {};
  for (const [word, level] of Object.entries(wanted)) {
    if (!isPermissionWord(word) || !isLevel(level)) {
      throw invalid(`The permission ${word} does not exist at this level.`, "permissions");
    }
    if (!grants(installation.permissions, word, level)) {
      throw invalid("The permissions requested are not granted to this installation.");
    }
    chosen[word] = level;
  }
  return withMetadata(chosen);
}

function listRepositories(call: Call) {
  const { caller, forge, urls } = call;
  if (caller.kind === "anonymous") throw needsLogin();
  if (caller.kind !== "installation") {
    throw new Refusal(
      403,
      "You must authenticate with an installation access token in order to list repositories for an installation.",
    );
  }
  const { repositoryIds } = caller.token;
  const reached = installedRepositories(forge.world, caller.installation).filter(
    ({ id }) => repositoryIds === null || repositoryIds.includes(id),
  );
  const selection = repositoryIds ? "selected" : caller.installation.selection;
  return page(call, reached, (shown, total) => ({
    total_count: total,
    repository_selection: selection,
    repositories: shown.map((repository) => repositoryInList(urls, forge.world, { repository })),
  }));
}

function revokeOwnToken({ caller, forge }: Call) {
  if (caller.kind === "anonymous") throw needsLogin();
  if (caller.kind !== "installation") throw new Refusal(403, "Resource not accessible");
  forge.change((world) => {
    world.tokens = world.tokens.filter((token) => token !== caller.token);
  });
  return noContent;
}
