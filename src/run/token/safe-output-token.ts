import { setImmediate } from "node:timers/promises";
import { createAppClient } from "../../credentials/apps/app-client.ts";
import { handlerPermissions } from "../../credentials/apps/handlers.ts";
import type { Handler } from "../../credentials/apps/handlers.ts";
import { mintNarrowToken } from "../../credentials/apps/narrow-token.ts";
import { requirePrivateKey } from "../../credentials/apps/private-key.ts";
import { findUsableInstallation } from "../../credentials/apps/usable-installation.ts";
import type { Permissions } from "../../credentials/apps/ceilings.ts";
import { findPair } from "../../credentials/choose-credential.ts";
import type { MissingPair } from "../../credentials/choose-credential.ts";
import { appRecords } from "../../credentials/records.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { writeSecretOutput, maskLine } from "../../forge/step-secret.ts";
import type { SendOnce } from "../../forge/one-request.ts";
import { Incomplete, InvalidInput } from "../../shared/errors.ts";
import { ownCommandLine } from "../../shared/own-command.ts";
import type { Secret } from "../../shared/secret.ts";

/** What a token was made for, without the token. */
export interface MintedToken {
  readonly handler: Handler;
  readonly repositories: readonly string[];
  readonly permissions: Permissions;
  /** ISO 8601. */
  readonly expires: string;
}

export interface SafeOutputPlace {
  readonly profile: HostProfile;
  readonly send: SendOnce;
  /** The step's environment: the App's pair, and the file for outputs. */
  readonly env: Readonly<NodeJS.ProcessEnv>;
  /** Prints to the run's log, from which the runner takes what to hide. It fails where the line is not taken. */
  readonly print: (line: string) => Promise<void>;
  /** Aborts, with what to end with, when the step is told to end: a token is then handed to nobody. */
  readonly stopped: AbortSignal;
}

/**
 * Mints with the write App what one handler needs, masks it, and hands it over as the step's output `token`. A token
 * that cannot be handed over is ended again.
 * @throws Incomplete without a whole pair or an installation, KeyRefused, TokenTooWide, RefusedByForge
 */
export async function mintSafeOutputToken(
  handler: Handler,
  repositories: readonly RepositoryName[],
  { profile, send, env, print, stopped }: SafeOutputPlace,
): Promise<MintedToken> {
  const pair = requirePair(handler, env);
  const app = createAppClient({ profile, send, ...pair });
  const [first] = repositories;
  if (!first) throw new InvalidInput("A token is for at least one repository.");
  const found = await findUsableInstallation(app, first);
  if (!found.isUsable) {
    throw new Incomplete(`The write App ${found.because}.`, [
      { say: "Its owner installs it on the repositories that approved outputs may write to" },
    ]);
  }
  const permissions = handlerPermissions[handler];
  const minted = await mintNarrowToken(app, found.installation, { permissions, repositories });
  try {
    await print(maskLine(minted.token)).catch((cause: unknown) => {
      throw new InvalidInput(notHidden, [{ say: "Keep the step's output open" }], { cause });
    });
    // A signal that came before the answer may be heard after it: in the next turn of the loop.
    for (let turn = 0; turn < 2; turn += 1) await setImmediate();
    stopped.throwIfAborted();
    const others = { "token-expires": minted.expiresAt };
    writeSecretOutput(env, "token", { secret: minted.token, others });
  } catch (error) {
    // Best effort: nobody has it, and it ends by itself within the hour.
    await app.revokeToken(minted.token).catch(() => undefined);
    throw error;
  }
  const names = repositories.map(({ full }) => full);
  return { handler, repositories: names, permissions, expires: minted.expiresAt };
}

const notHidden =
  "The token is handed to nobody: the run's log does not take the line that hides it.";

/** Says what is missing of the write App's pair; undefined where nothing is. */
export function explainMissing(env: Readonly<NodeJS.ProcessEnv>): string | undefined {
  const pair = findPair(env, "write");
  return pair.found === "pair" ? undefined : describeMissing(pair);
}

function describeMissing({ found, missing }: MissingPair): string {
  const names = missing.join(" and ");
  if (found === "half") return `The write App's pair is half: ${names} is not there.`;
  return `There is no write App here: ${names} are not there.`;
}

function requirePair(
  handler: Handler,
  env: Readonly<NodeJS.ProcessEnv>,
): { clientId: string; key: Secret } {
  const found = findPair(env, "write");
  if (found.found !== "pair") {
    throw new Incomplete(describeMissing(found), [
      { say: 'Hand both to the step by "env", from the repository\'s variable and secret' },
      {
        say: "Where no App is an answer too, go on without one",
        command: ownCommandLine("token", "--for", handler, "--ignore-if-missing"),
      },
    ]);
  }
  const { clientId, key } = found.bearer.pair;
  return { clientId, key: requirePrivateKey(key, appRecords.write.secret) };
}
