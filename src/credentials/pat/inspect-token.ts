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

/** What the forge tells of a token, asked with that token. */
export interface TokenFacts {
  readonly login: string;
  readonly expiry: TokenExpiry;
  /** Full names of the asked repositories that it does not reach. */
  readonly outOfReach: readonly string[];
  /** What it reaches besides, where the public does not: more than was agreed to. */
  readonly beyond: readonly string[];
}

/**
 * Asks the forge with a token whose it is, when it ends, and what it reaches.
 * @param repositories full names of those that it is to reach, and no others
 * @throws InvalidInput when the forge does not take it
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
  return new InvalidInput("The forge does not take this token: it expired, or was revoked.", [
    { say: "Copy it once more, in one piece; or create another token" },
  ]);
}
