import { readApp } from "../credentials/app-shapes.ts";
import type { App } from "../credentials/app-shapes.ts";
import { ForgeUnreachable, RateLimited, RefusedByForge } from "../forge/forge-errors.ts";
import type { HostProfile } from "../forge/host-profile.ts";
import { pause } from "../forge/pause.ts";
import { createRestClient } from "../forge/rest.ts";
import type { Answer } from "../forge/rest.ts";
import { UserError, exitCode } from "../shared/errors.ts";
import { Secret } from "../shared/secret.ts";

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

const attempts = 3;
const pauseMilliseconds = 500;

/**
 * Exchanges the one-use code for the App and its key. Sent again only when no answer came, because an answer
 * uses the code up.
 * @throws CodeRefused
 * @see POST /app-manifests/{code}/conversions
 */
export async function convertCode(
  code: string,
  options: { profile: HostProfile; fetch: typeof fetch; signal: AbortSignal; appsLink: string },
): Promise<NewApp> {
  const rest = createRestClient(options);
  const { signal } = options;
  const path = `/app-manifests/${encodeURIComponent(code)}/conversions`;
  // Whoever has an unused code has the App's key.
  const request = { signal, pathName: "/app-manifests/{code}/conversions" };
  for (let attempt = 1; ; attempt += 1) {
    const answer = await rest.request("POST", path, request).catch((error: unknown) => {
      if (error instanceof RefusedByForge && [404, 422].includes(error.status)) {
        throw new CodeRefused(error.status, options.appsLink);
      }
      const isPassing = error instanceof ForgeUnreachable || error instanceof RateLimited;
      if (!isPassing || attempt === attempts) throw error;
    });
    if (answer) return readNewApp(answer);
    await pause(pauseMilliseconds * attempt, signal);
  }
}

/** The client secret and the webhook secret of the answer are not kept: nothing uses them. */
function readNewApp({ body }: Answer): NewApp {
  const app = readApp(body);
  const { pem } = body as { pem?: unknown };
  if (typeof pem !== "string" || pem === "") {
    throw new ForgeUnreachable({ request: "with the App's key", because: "the answer has none" });
  }
  return { app, key: new Secret(pem) };
}
