import { appTokens } from "../../credentials/records.ts";
import { createForgeClient } from "../../forge/client.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import { revokeInstallationToken } from "../../forge/resources/tokens.ts";
import type { SendOnce } from "../../forge/one-request.ts";
import { UserError } from "../../shared/errors.ts";
import type { ExitCode } from "../../shared/errors.ts";
import { Secret } from "../../shared/secret.ts";

/** The only advice for a caller that has just a token: a person's sign-in does not matter here. */
const advice = [{ text: "Check the error. The token expires within an hour" }];

const tokenNames = [appTokens.read, appTokens.write] as const;

/** A token in the environment, and its state after the attempt to revoke it. */
export interface EndedToken {
  readonly name: (typeof tokenNames)[number];
  readonly fate: "ended" | "was over" | "absent" | "still there";
  /** The reason why the token could not be revoked; undefined otherwise. */
  readonly reason?: UserError;
}

/** A minted token could not be revoked. */
class TokenStillThere extends UserError {
  readonly exitCode: ExitCode;

  constructor({ name, reason }: EndedToken & { readonly reason: UserError }) {
    const what = `${name} could not be revoked; it expires within an hour after it was minted.`;
    super(`${what} ${reason.message}`, reason.hints, { cause: reason });
    this.exitCode = reason.exitCode;
  }
}

/** @throws TokenStillThere for the first token that could not be revoked */
export function requireEnded(ended: readonly EndedToken[]): void {
  for (const { reason, ...token } of ended) {
    if (reason) throw new TokenStillThere({ ...token, reason });
  }
}

/** Revokes each minted token in the environment. If one cannot be revoked, the others still are. */
export async function endTokens(
  env: Readonly<NodeJS.ProcessEnv>,
  location: { readonly profile: HostProfile; readonly send: SendOnce },
): Promise<EndedToken[]> {
  const ended: EndedToken[] = [];
  for (const name of tokenNames) {
    const token = new Secret(env[name]?.trim() ?? "");
    ended.push(
      token.isEmpty ? { name, fate: "absent" } : { name, ...(await end(token, location)) },
    );
  }
  return ended;
}

async function end(
  token: Secret,
  location: { readonly profile: HostProfile; readonly send: SendOnce },
): Promise<Omit<EndedToken, "name">> {
  try {
    return {
      fate: await revokeInstallationToken(createForgeClient({ ...location, token, advice })),
    };
  } catch (error) {
    if (error instanceof UserError) return { fate: "still there", reason: error };
    throw error;
  }
}
