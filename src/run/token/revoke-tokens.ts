import { appTokens } from "../../credentials/records.ts";
import { createForgeClient } from "../../forge/client.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import { revokeInstallationToken } from "../../forge/resources/tokens.ts";
import type { SendOnce } from "../../forge/one-request.ts";
import { UserError } from "../../shared/errors.ts";
import type { ExitCode } from "../../shared/errors.ts";
import { Secret } from "../../shared/secret.ts";

/** Whoever holds it can do no more: no sign-in of a person matters here. */
const advice = [{ say: "Look at the forge's answer: the token ends by itself within an hour" }];

const tokenNames = [appTokens.read, appTokens.write] as const;

/** What became of a token of the environment. */
export interface EndedToken {
  readonly name: (typeof tokenNames)[number];
  readonly fate: "ended" | "was over" | "absent" | "still there";
  /** Why it is still there. */
  readonly because?: UserError;
}

/** A minted token that the forge, or the way to it, keeps alive. */
class TokenStillThere extends UserError {
  readonly exitCode: ExitCode;

  constructor({ name, because }: EndedToken & { readonly because: UserError }) {
    const what = `${name} could not be ended, and ends by itself within an hour of its making.`;
    super(`${what} ${because.message}`, because.hints, { cause: because });
    this.exitCode = because.exitCode;
  }
}

/** @throws TokenStillThere for the first that could not be ended */
export function requireEnded(ended: readonly EndedToken[]): void {
  for (const { because, ...token } of ended) {
    if (because) throw new TokenStillThere({ ...token, because });
  }
}

/** Ends each minted token of the environment; one that cannot be ended does not keep the others. */
export async function endTokens(
  env: Readonly<NodeJS.ProcessEnv>,
  place: { readonly profile: HostProfile; readonly send: SendOnce },
): Promise<EndedToken[]> {
  const ended: EndedToken[] = [];
  for (const name of tokenNames) {
    const token = new Secret(env[name]?.trim() ?? "");
    ended.push(token.isEmpty ? { name, fate: "absent" } : { name, ...(await end(token, place)) });
  }
  return ended;
}

async function end(
  token: Secret,
  place: { readonly profile: HostProfile; readonly send: SendOnce },
): Promise<Omit<EndedToken, "name">> {
  try {
    return { fate: await revokeInstallationToken(createForgeClient({ ...place, token, advice })) };
  } catch (error) {
    if (error instanceof UserError) return { fate: "still there", because: error };
    throw error;
  }
}
