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
import { UserError, exitCode } from "../../shared/errors.ts";
import type { Secret } from "../../shared/secret.ts";

/** The App that the forge made, and the only copy of its private key. */
export interface NewApp {
  readonly app: App;
  readonly key: Secret;
}

/** The forge does not take the code: used, or older than an hour. */
export class CodeRefused extends UserError {
  readonly exitCode = exitCode.refused;

  constructor(status: number, appsLink: string) {
    super(
      `The forge no longer takes the registration's code (${status}): it was used or is too old.`,
      [
        { say: "See whether the App exists already, before a second one is made", link: appsLink },
        { say: "If it does, choose a new key for it; if not, register it again" },
      ],
    );
  }
}

export interface ConversionOptions {
  readonly profile: HostProfile;
  readonly fetch: typeof globalThis.fetch;
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
  readonly appsLink: string;
}

const attempts = 3;
const pauseMilliseconds = 500;

/**
 * Exchanges the one-use code for the App and its key. Sent again only when no answer came, because an answer
 * uses the code up. For the same reason the signal only keeps it from being sent again: an answer under way is the
 * only copy of the key, and comes within the limit of a request.
 * @throws CodeRefused
 */
export async function convertCode(code: string, options: ConversionOptions): Promise<NewApp> {
  const client = createForgeClient(options);
  for (let attempt = 1; ; attempt += 1) {
    const converted = await convertManifest(client, code).catch((error: unknown) => {
      if (isRefused(error, 404, 422)) throw new CodeRefused(error.status, options.appsLink);
      if (!isPassing(error) || attempt === attempts) throw error;
    });
    if (converted) return describeApp(converted, options);
    await options.pause(pauseMilliseconds * attempt, options.signal);
  }
}

/** An answer in another form than we know is an answer: it has used the code up. */
function isPassing(error: unknown): boolean {
  if (error instanceof MisshapenAnswer) return false;
  return error instanceof ForgeUnreachable || error instanceof RateLimited;
}

/** The key comes only once: with it, an App whose description is odd is asked for again. */
async function describeApp(
  { key, issuer, app }: ConvertedManifest,
  { profile, fetch }: ConversionOptions,
): Promise<NewApp> {
  try {
    return { app: app(), key };
  } catch (error) {
    if (issuer === undefined) throw error;
    // Loaded only here: a flow that names these errors loads nothing that signs.
    const { createAppClient } = await import("../../credentials/apps/app-client.ts");
    return { app: await createAppClient({ profile, fetch, clientId: issuer, key }).app(), key };
  }
}
