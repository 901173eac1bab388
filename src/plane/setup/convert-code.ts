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

/** The App that the forge made, and the only copy of its private key. */
export interface NewApp {
  readonly app: App;
  readonly key: Secret;
}

/** The forge does not take the code: used, older than an hour, or none of its own. */
export class CodeRefused extends UserError {
  readonly exitCode = exitCode.refused;
  /** Whether it was sent before and no answer came, so that this may be what used it up. */
  readonly mayBeUsed: boolean;

  constructor(status: number, appsLink: string, { mayBeUsed }: { mayBeUsed: boolean }) {
    super(
      `The forge no longer takes the registration's code (${status}): it was used or is too old.`,
      [
        { say: "See whether the App exists already, before a second one is made", link: appsLink },
        { say: "If it does, choose a new key for it; if not, register it again" },
      ],
    );
    this.mayBeUsed = mayBeUsed;
  }
}

/** What the forge sent as the App's key is none. */
export class NoKeySent extends UserError {
  readonly exitCode = exitCode.refused;

  readonly app: App;

  constructor(app: App, because: string) {
    super(`The forge made the App ${app.slug}, but what it sent as its key is none. ${because}`, [
      { say: "The App needs a new key from its settings page: run setup again" },
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
 * Exchanges the one-use code for the App and its key. Sent again only when no answer came, because an answer
 * uses the code up. For the same reason the signal only keeps it from being sent again: an answer under way is the
 * only copy of the key, and comes within the limit of a request.
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
  if (!reading.ok) throw new NoKeySent(made.app, reading.because);
  return made;
}

/** An answer in another form than we know is an answer: it has used the code up. */
function isTransient(error: unknown): boolean {
  if (error instanceof MisshapenAnswer) return false;
  return error instanceof ForgeUnreachable || error instanceof RateLimited;
}

/** The key comes only once: with it, an App whose description is odd is asked for again. */
async function describeApp(
  { key, issuer, app }: ConvertedManifest,
  { profile, send }: ConversionOptions,
): Promise<NewApp> {
  try {
    return { app: app(), key };
  } catch (error) {
    if (issuer === undefined) throw error;
    // Loaded only here: a flow that names these errors loads nothing that signs.
    const { createAppClient } = await import("../../credentials/apps/app-client.ts");
    return { app: await createAppClient({ profile, send, clientId: issuer, key }).app(), key };
  }
}
