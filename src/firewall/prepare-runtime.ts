import type { Settings } from "./config/read-settings.ts";
import { examineRuntimes } from "./examine-runtimes.ts";
import { pullImage } from "./sandbox/empty-image.ts";
import { runtimeEnvironment } from "./sandbox/environment.ts";
import { findCaller } from "./sandbox/caller.ts";
import { findRuntimes, isEngine } from "./sandbox/runtimes.ts";
import { writableHere } from "./sandbox/writable-locations.ts";

export interface PreparedRuntime {
  readonly runtime: string;
  /** The image that was pulled; undefined if no image was named. */
  readonly image?: string;
  /** The host that the sidecar would connect to; undefined without a sidecar. */
  readonly provider?: string;
}

/**
 * Prepares runs: pulls the named image, or starts a test container if no image is named.
 * @returns undefined if no runtime can start a container
 * @throws ContainerFailed if the image cannot be pulled, InvalidInput if the provider's settings
 *   are incomplete
 */
export async function prepareRuntime(
  settings: Pick<Settings, "runtime" | "image" | "enableApiProxy" | "engine">,
  env: NodeJS.ProcessEnv,
): Promise<PreparedRuntime | undefined> {
  const provider = settings.enableApiProxy
    ? await readProviderHost(env, settings.engine)
    : undefined;
  const given = provider === undefined ? {} : { provider };
  if (settings.image === undefined) {
    const [working] = (await examineRuntimes(env, settings.runtime)).filter(({ works }) => works);
    return working && { runtime: working.name, ...given };
  }
  const path = env["PATH"] ?? "";
  const machine = {
    uid: process.getuid?.() ?? 0,
    path,
    unsafe: writableHere(findCaller(env).home),
  };
  const engine = findRuntimes(settings.runtime, machine).find(({ name }) => isEngine(name));
  if (!engine) return undefined;
  await pullImage(engine, settings.image, runtimeEnvironment(env));
  return { runtime: engine.name, image: settings.image, ...given };
}

async function readProviderHost(
  env: NodeJS.ProcessEnv,
  engine: Settings["engine"],
): Promise<string> {
  const { readProvider } = await import("./provider.ts");
  return readProvider(env, 0, engine).baseUrl.host;
}
