import { isLevel, withMetadata, type Permissions } from "../auth/permission-words.ts";
import { invalid, notFound } from "../http/reply.ts";
import type { Forge } from "../http/call.ts";
import {
  readOptionalFlag,
  readOptionalText,
  readOptionalWord,
  readText,
  type Fields,
} from "../http/fields.ts";
import { isRecord } from "../is-record.ts";
import { findAccount, findRepository } from "../state/find.ts";
import { makeToken } from "../state/secret-words.ts";
import { timestamp } from "../state/timestamp.ts";

/**
 * Creates a user's token without using the web pages: `{ user, kind, scopes, owner, repositories,
 * permissions, expiresAt, pending }`.
 */
export function issueToken(forge: Forge, wanted: Fields): { token: string } {
  const user = findAccount(forge.world, readText(wanted, "user"));
  if (!user) throw notFound();
  const kind = readOptionalWord(wanted, "kind", ["oauth", "classic", "fine-grained"]) ?? "oauth";
  const repositoryIds = readRepositories(forge, wanted["repositories"]);
  const { words } = forge.change((world) =>
    makeToken(world, {
      kind,
      user: user.login,
      name: readOptionalText(wanted, "name") ?? kind,
      scopes: readScopes(wanted["scopes"]),
      permissions: readPermissions(wanted["permissions"]),
      repositoryIds,
      resourceOwner: readOptionalText(wanted, "owner") ?? user.login,
      pending: readOptionalFlag(wanted, "pending") ?? false,
      expiresAt: readOptionalText(wanted, "expiresAt") ?? null,
      createdAt: timestamp(forge.now()),
    }),
  );
  return { token: words.reveal() };
}

function readScopes(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function readRepositories({ world }: Forge, value: unknown): number[] | null {
  if (!Array.isArray(value)) return null;
  return value.map((name) => {
    const repository = findRepository(world, String(name));
    if (!repository) throw invalid(`Repository not found: ${String(name)}`);
    return repository.id;
  });
}

function readPermissions(value: unknown): Permissions {
  const entries = Object.entries(isRecord(value) ? value : {});
  return withMetadata(
    Object.fromEntries(entries.flatMap(([word, level]) => (isLevel(level) ? [[word, level]] : []))),
  );
}
