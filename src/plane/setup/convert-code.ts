import { readPrivateKey } from "../../credentials/apps/private-key.ts";
import { createForgeClient } from "../../forge/client.ts";
import {
  ForgeUnreachable,
  isRefused,
  MisshapenAnswer,
  RateLimited,
} from "../../forge/forge-errors.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import { convertManifest } from "../../forge/resources/apps.ts";
import type { App, ConvertedManifest } from "../../forge/resources/apps.ts";
import type { SendOnce } from "../../forge/one-request.ts";
import { UserError, exitCode } from "../../shared/errors.ts";
import type { Secret } from "../../shared/secret.ts";
import { retry } from "./retry.ts";

/** The App that GitHub created, and the only copy of its private key. */
export interface NewApp {
  readonly app: App;
  readonly key: Secret;
}

/** GitHub rejected the code: it was used, is older than an hour, or is unknown. */
export class CodeRefused extends UserError {
  readonly exitCode = exitCode.refused;
  /**
   * Whether an earlier request with this code got no response. That request may have used the code.
   */
  readonly mayBeUsed: boolean;

  constructor(status: number, appsLink: string, { mayBeUsed }: { mayBeUsed: boolean }) {
    super(`The registration code was rejected (${status}): it was already used or has expired.`, [
      { text: "Check whether the App exists before you create another one", link: appsLink },
      { text: "If it exists, generate a new key for it; if not, register the App again" },
    ]);
    this.mayBeUsed = mayBeUsed;
  }
}

/** GitHub did not send a valid private key for the App. */
export class NoKeySent extends UserError {
  readonly exitCode = exitCode.refused;

  readonly app: App;

  constructor(app: App, reason: string) {
    super(`The App ${app.slug} was created, but its private key is invalid. ${reason}`, [
      { text: "Run setup again, and generate a new key on the App's settings page" },
    ]);
    this.app = app;
  }
}

export interface ConversionOptions {
  readonly profile: HostProfile;
  readonly send: SendOnce;
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
  readonly appsLink: string;
}

const pauseMilliseconds = 500;

/**
 * Exchanges the single-use code for the App and its key. Any response except an exceeded rate limit
 * uses up the code, so the request is not repeated after such a response. The signal only prevents
 * repeats, because a response in transit carries the only copy of the key. That response arrives
 * within the request timeout.
 *
 * @throws CodeRefused, NoKeySent
 */
export async function convertCode(code: string, options: ConversionOptions): Promise<NewApp> {
  const { appsLink, pause, signal } = options;
  const client = createForgeClient(options);
  const converted = await retry({ pauseMilliseconds, isTransient, pause, signal }, (attempt) =>
    convertManifest(client, code).catch((error: unknown) => {
      if (!isRefused(error, 404, 422)) throw error;
      throw new CodeRefused(error.status, appsLink, { mayBeUsed: attempt > 1 });
    }),
  );
  return requireKey(await describeApp(converted, options));
}

function requireKey(made: NewApp): NewApp {
  const reading = readPrivateKey(made.key);
  if (!reading.ok) throw new NoKeySent(made.app, reading.reason);
  return made;
}

/**
 * Returns whether to repeat the request. A response with an unknown shape also uses up the code, so
 * the request is not repeated.
 */
function isTransient(error: unknown): boolean {
  if (error instanceof MisshapenAnswer) return false;
  return error instanceof ForgeUnreachable || error instanceof RateLimited;
}

/**
 * GitHub sends the key only once. If the App's description is malformed, the App is read again with
 * that key.
 */
async function describeApp(
  { key, issuer, app }: ConvertedManifest,
  { profile, send }: ConversionOptions,
): Promise<NewApp> {
  try {
    return { app: app(), key };
  } catch (error) {
    if (issuer === undefined) throw error;
    // Imported here so that flows that use only the errors of this file do not load the signing
    // code.
    const { createAppClient } = await import("../../credentials/apps/app-client.ts");
    return { app: await createAppClient({ profile, send, clientId: issuer, key }).app(), key };
  }
}
