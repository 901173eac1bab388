import { readApp } from "../../forge/resources/apps.ts";
import type { App } from "../../forge/resources/apps.ts";
import { ForgeUnreachable, RateLimited, RefusedByForge } from "../../forge/forge-errors.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import { pause } from "../../forge/pause.ts";
import { createRestClient } from "../../forge/client.ts";
import type { Answer } from "../../forge/client.ts";
import { UserError, exitCode } from "../../shared/errors.ts";
import { Secret } from "../../shared/secret.ts";

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
 * uses the code up. For the same reason the signal only keeps it from being sent again: an answer under way is the
 * only copy of the key, and comes within the limit of a request.
 * @throws CodeRefused
 * @see POST /app-manifests/{code}/conversions
 */
export async function convertCode(
  code: string,
  options: { profile: HostProfile; fetch: typeof fetch; signal: AbortSignal; appsLink: string },
): Promise<NewApp> {
  const { profile, fetch, signal } = options;
  const rest = createRestClient({ profile, fetch });
  const path = `/app-manifests/${encodeURIComponent(code)}/conversions`;
  // Whoever has an unused code has the App's key.
  const request = { pathName: "/app-manifests/{code}/conversions" };
  for (let attempt = 1; ; attempt += 1) {
    const answer = await rest.request("POST", path, request).catch((error: unknown) => {
      if (error instanceof RefusedByForge && [404, 422].includes(error.status)) {
        throw new CodeRefused(error.status, options.appsLink);
      }
      const isPassing = error instanceof ForgeUnreachable || error instanceof RateLimited;
      if (!isPassing || attempt === attempts) throw error;
    });
    if (answer) return readNewApp(answer, options);
    await pause(pauseMilliseconds * attempt, signal);
  }
}

/**
 * The client secret and the webhook secret of the answer are not kept: nothing uses them. The key comes only once:
 * with it, an App whose description is odd is asked for again.
 */
async function readNewApp(
  { body }: Answer,
  { profile, fetch }: { profile: HostProfile; fetch: typeof globalThis.fetch },
): Promise<NewApp> {
  const { pem, client_id: clientId, id } = (body ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof pem !== "string" || pem === "") {
    throw new ForgeUnreachable({ request: "with the App's key", because: "the answer has none" });
  }
  const key = new Secret(pem);
  try {
    return { app: readApp(body), key };
  } catch (error) {
    const issuer = [clientId, id].find((one) => typeof one === "string" || typeof one === "number");
    if (issuer === undefined) throw error;
    const { createAppClient } = await import("../../credentials/apps/app-client.ts");
    return {
      app: await createAppClient({ profile, fetch, clientId: `${issuer}`, key }).app(),
      key,
    };
  }
}
