import { createForgeClient } from "../../forge/client.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import { isReachable, listHidden } from "../../forge/resources/repositories.ts";
import { findTokenHolder } from "../../forge/resources/users.ts";
import type { SendOnce } from "../../forge/one-request.ts";
import { InvalidInput } from "../../shared/errors.ts";
import type { Secret } from "../../shared/secret.ts";
import { readTokenExpiry } from "./expiry.ts";
import type { TokenExpiry } from "./expiry.ts";
import { findBeyond } from "./find-beyond.ts";

/** Facts that GitHub reports about a token. */
export interface TokenFacts {
  readonly login: string;
  readonly expiry: TokenExpiry;
  /** Full names of the requested repositories that the token cannot access. */
  readonly outOfReach: readonly string[];
  /** Nonpublic repositories that the token can access but that the consent does not cover. */
  readonly beyond: readonly string[];
}

/**
 * Inspects a token: its owner, its expiry, and the repositories that it can access.
 * @param repositories full names of the only repositories that the token should access
 * @throws InvalidInput if the token is rejected
 */
export async function inspectToken(
  { profile, send }: { readonly profile: HostProfile; readonly send: SendOnce },
  token: Secret,
  repositories: readonly string[],
): Promise<TokenFacts> {
  const client = createForgeClient({ profile, send, token });
  const holder = await findTokenHolder(client);
  if (!holder) throw refusedToken();
  const reached = await Promise.all(repositories.map((name) => isReachable(client, name)));
  return {
    login: holder.login,
    expiry: readTokenExpiry(holder.expiry),
    outOfReach: repositories.filter((_, index) => !reached[index]),
    beyond: findBeyond(await listHidden(client), repositories),
  };
}

function refusedToken(): InvalidInput {
  return new InvalidInput("The token was rejected: it has expired or was revoked.", [
    { text: "Copy the complete token again, or create a new one" },
  ]);
}
