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
import { typedWith } from "../../shared/change-option.ts";
import type { Secret } from "../../shared/secret.ts";

/** Information about a minted token, without the token itself. */
export interface MintedToken {
  readonly handler: Handler;
  readonly repositories: readonly string[];
  readonly permissions: Permissions;
  /** Expiry time in ISO 8601. */
  readonly expires: string;
}

export interface SafeOutputLocation {
  readonly profile: HostProfile;
  readonly send: SendOnce;
  /** The step's environment, with the App's variable and secret and the path of the output file. */
  readonly env: Readonly<NodeJS.ProcessEnv>;
  /**
   * Prints to the run's log, from which the runner reads the values to mask. Rejects if the line
   * cannot be written.
   */
  readonly print: (line: string) => Promise<void>;
  /**
   * Signal that the step was stopped. Its reason is the error to throw. In that case, the token is
   * not passed on.
   */
  readonly stopped: AbortSignal;
}

/**
 * Mints the token that one handler needs, using the write App. Masks the token and sets it as the
 * step's output `token`. If the output cannot be set, revokes the token.
 * @throws Incomplete if the App's ID, key or installation is missing, KeyRefused, TokenTooWide,
 *   RefusedByForge
 */
export async function mintSafeOutputToken(
  handler: Handler,
  repositories: readonly RepositoryName[],
  { profile, send, env, print, stopped }: SafeOutputLocation,
): Promise<MintedToken> {
  const pair = requirePair(handler, env);
  const app = createAppClient({ profile, send, ...pair });
  const [first] = repositories;
  if (!first) throw new InvalidInput("A token requires at least one repository.");
  const found = await findUsableInstallation(app, first);
  if (!found.isUsable) {
    throw new Incomplete(`The write App ${found.reason}.`, [
      {
        text: "Ask the App's owner to install the App on the repositories that approved outputs change",
      },
    ]);
  }
  const permissions = handlerPermissions[handler];
  const minted = await mintNarrowToken(app, found.installation, { permissions, repositories });
  try {
    await print(maskLine(minted.token)).catch((cause: unknown) => {
      throw new InvalidInput(notHidden, [{ text: "Keep the step's standard output open" }], {
        cause,
      });
    });
    // A signal that arrived before the response can be delivered only in the next turn of the event
    // loop.
    for (let turn = 0; turn < 2; turn += 1) await setImmediate();
    stopped.throwIfAborted();
    const others = { "token-expires": minted.expiresAt };
    writeSecretOutput(env, "token", { secret: minted.token, others });
  } catch (error) {
    // Best effort: the token was not passed on, and it expires within the hour.
    await app.revokeToken(minted.token).catch(() => undefined);
    throw error;
  }
  const names = repositories.map(({ full }) => full);
  return { handler, repositories: names, permissions, expires: minted.expiresAt };
}

const notHidden =
  "The token was not passed on because the line that masks it could not be written to the log.";

/**
 * Explains which part of the write App's credentials is missing; undefined if they are complete.
 */
export function explainMissing(env: Readonly<NodeJS.ProcessEnv>): string | undefined {
  const pair = findPair(env, "write");
  return pair.found === "pair" ? undefined : describeMissing(pair);
}

function describeMissing({ found, missing }: MissingPair): string {
  const names = missing.join(" and ");
  if (found === "half") return `The write App's credentials are incomplete: ${names} is not set.`;
  return `No write App is configured: ${names} are not set.`;
}

function requirePair(
  handler: Handler,
  env: Readonly<NodeJS.ProcessEnv>,
): { clientId: string; key: Secret } {
  const found = findPair(env, "write");
  if (found.found !== "pair") {
    throw new Incomplete(describeMissing(found), [
      {
        text: "Use \"env\" to pass the App's ID and key from the repository's variable and secret to the step",
      },
      {
        text: "Or continue without an App",
        command: `${typedWith(["token"], "--for", handler)} --ignore-if-missing`,
      },
    ]);
  }
  const { clientId, key } = found.bearer.pair;
  return { clientId, key: requirePrivateKey(key, appRecords.write.secret) };
}
