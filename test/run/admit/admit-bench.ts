import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { AdmitDeps } from "../../../src/run/admit/admit-deps.ts";
import { admit, type AdmitRequest } from "../../../src/run/admit/admit.ts";
import { mintToken } from "../../../src/run/admit/mint-token.ts";
import { explainSettings } from "../../../src/commands/explain-settings.ts";
import { createBoundSend } from "../../../src/forge/bound-send.ts";
import { createSendOnce } from "../../../src/forge/send-once.ts";
import { renderSettings } from "../../../src/plane/scope/settings.ts";
import { openControlPlane, someSettings } from "../../plane/control-plane-bench.ts";
import { makeFolder } from "../../temporary-folder.ts";
import type { SendOnce } from "../../../src/forge/one-request.ts";

/**
 * Returns a reset time (Unix seconds) in ten minutes: within the hour, and late enough for a
 * denial.
 */
export const inTenMinutes = () => Math.floor(Date.now() / 1000) + 600;

/**
 * Creates a step that requests admission on its own forge. Time passes only if a test moves the
 * clock.
 */
export async function openAdmission() {
  const plane = await openControlPlane();
  const { emulator, control, rest } = plane;
  const folder = makeFolder("admit");
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  write(".forge/control-plane.json", renderSettings(someSettings));
  const env: Record<string, string> = {
    FORGE_API_URL: emulator.apiUrl,
    FORGE_REPOSITORY: "acme/control",
    FORGE_RUN_ID: "77",
  };
  const seen = {
    limits: [] as number[],
    pauses: [] as number[],
    masked: [] as string[],
    minted: [] as unknown[],
  };
  const deps: AdmitDeps = {
    env,
    folder,
    now: () => new Date(),
    send: createSendOnce({}),
    stopped: new AbortController().signal,
    mint: (wanted) => {
      const noting: SendOnce = (request) => {
        if (request.body !== undefined) seen.minted.push(JSON.parse(request.body));
        return deps.send({ ...request, sending: wanted.counting });
      };
      return mintToken(wanted, createBoundSend(noting, wanted));
    },
    timeLimit: (milliseconds) => {
      seen.limits.push(milliseconds);
      return new AbortController().signal;
    },
    pause: (milliseconds) => {
      seen.pauses.push(milliseconds);
      return Promise.resolve();
    },
    mask: (token) => void seen.masked.push(token.reveal()),
    explainSettings: (text, path) => Promise.resolve(explainSettings(text, path)),
  };
  /** Returns the requests that the forge receives during an action. */
  const listen = async <T>(during: () => Promise<T>) => {
    const before = emulator.requests().length;
    const result = await during();
    const asked = emulator.requests().slice(before);
    return {
      result,
      asked: asked.map(({ method, path, status }) => `${method} ${path} ${status}`),
    };
  };
  return {
    ...plane,
    env,
    deps,
    seen,
    write,
    /** Requests admission. Returns the result and the requests to the forge. */
    ask: async (request: AdmitRequest = {}, change: Partial<AdmitDeps> = {}) => {
      // Each request for admission simulates its own process, which has no open connection.
      const own = { ...deps, send: createSendOnce({}), ...change };
      const { result, asked } = await listen(() => admit(request, own));
      return { ...result, asked };
    },
    /**
     * Sets the remaining requests of a credential: `workflow:actions`, `user:mona`,
     * `installation:7`.
     */
    setLeft: (who: string, remaining: number, reset = inTenMinutes()) =>
      control("PATCH", "world", { limits: { [who]: { core: { remaining, reset } } } }),
    /** Returns the number of an App's installation on acme. */
    installationOf: async (app: { jwt: () => string }) =>
      (await rest("GET", "/orgs/acme/installation", { token: app.jwt() })).json.id as number,
  };
}
