import { appTokens } from "../../credentials/records.ts";
import { createForgeClient } from "../../forge/client.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import { revokeInstallationToken } from "../../forge/resources/tokens.ts";
import type { SendOnce } from "../../forge/one-request.ts";
import { UserError } from "../../shared/errors.ts";
import type { ExitCode } from "../../shared/errors.ts";
import { Secret } from "../../shared/secret.ts";

/** The only hint: the caller has only a token, so hints about signing in do not apply. */
const advice = [{ text: "Check the error. The token expires within an hour" }];

const tokenNames = [appTokens.read, appTokens.write] as const;

/** A token in the environment, and its state after the attempt to revoke it. */
export interface RevokedToken {
  readonly name: (typeof tokenNames)[number];
  readonly result: "revoked" | "expired" | "absent" | "failed";
  /** The reason why the token could not be revoked; undefined otherwise. */
  readonly reason?: UserError;
}

/** Error for a minted token that could not be revoked. */
class RevocationFailed extends UserError {
  readonly exitCode: ExitCode;

  constructor({ name, reason }: RevokedToken & { readonly reason: UserError }) {
    const what = `${name} could not be revoked; it expires within an hour after it was minted.`;
    super(`${what} ${reason.message}`, reason.hints, { cause: reason });
    this.exitCode = reason.exitCode;
  }
}

/** @throws RevocationFailed for the first token that could not be revoked */
export function requireRevoked(tokens: readonly RevokedToken[]): void {
  for (const { reason, ...token } of tokens) {
    if (reason) throw new RevocationFailed({ ...token, reason });
  }
}

/**
 * Revokes each minted token in the environment. If revoking one token fails, the others are still
 * revoked.
 */
export async function revokeTokens(
  env: Readonly<NodeJS.ProcessEnv>,
  location: { readonly profile: HostProfile; readonly send: SendOnce },
): Promise<RevokedToken[]> {
  const tokens: RevokedToken[] = [];
  for (const name of tokenNames) {
    const token = new Secret(env[name]?.trim() ?? "");
    tokens.push(
      token.isEmpty ? { name, result: "absent" } : { name, ...(await revoke(token, location)) },
    );
  }
  return tokens;
}

async function revoke(
  token: Secret,
  location: { readonly profile: HostProfile; readonly send: SendOnce },
): Promise<Omit<RevokedToken, "name">> {
  try {
    return {
      result: await revokeInstallationToken(createForgeClient({ ...location, token, advice })),
    };
  } catch (error) {
    if (error instanceof UserError) return { result: "failed", reason: error };
    throw error;
  }
}
