import { GraphQLError } from "graphql";
import { hasPermission } from "../auth/access.ts";
import { notAccessible } from "../auth/caller.ts";
import type { Caller } from "../auth/caller.ts";
import { hasScope } from "../auth/doors.ts";
import { findOrganization } from "../state/find.ts";
import type { Repository } from "../state/repository.ts";
import type { View } from "./view.ts";

/**
 * @throws GraphQLError if the credential lacks the permission for a field; if the field is a
 *   non-null list, the entire repository becomes null
 */
export function requireRead({ caller }: View, repository: Repository, word: string): void {
  if (caller.kind === "user" || hasPermission(caller, repository, { word, level: "read" })) return;
  throw forbidden(notAccessible(caller), { isSignOn: false });
}

/**
 * @throws GraphQLError if a classic token lacks the scope for a field; [unsure] which organization
 *   fields require a scope
 */
export function requireScope(caller: Caller, field: string, scope: string): void {
  if (caller.kind !== "user" || hasScope(caller.token.scopes, scope)) return;
  const held = caller.token.scopes.map((each) => `'${each}'`).join(", ");
  const message = `Your token has not been granted the required scopes to execute this query. The '${field}' field requires one of the following scopes: ['${scope}'], but your token has only been granted the: [${held}] scopes.`;
  throw new GraphQLError(message, { extensions: { type: "INSUFFICIENT_SCOPES" } });
}

/**
 * @throws GraphQLError if the organization requires single sign-on; a user's token can then read
 *   only public repositories
 */
export function requireSignOn({ caller, forge }: View, { owner, visibility }: Repository): void {
  const isDue = findOrganization(forge.world, owner)?.singleSignOn === "required";
  if (!isDue || visibility === "public" || !("user" in caller)) return;
  const what =
    "Resource protected by organization SAML enforcement. You must grant your OAuth token access to this organization.";
  throw forbidden(what, { isSignOn: true });
}

function forbidden(message: string, { isSignOn }: { isSignOn: boolean }): GraphQLError {
  return new GraphQLError(message, { extensions: { type: "FORBIDDEN", saml_failure: isSignOn } });
}
