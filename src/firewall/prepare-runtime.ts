import type { Settings } from "./config/read-settings.ts";
import { examineRuntimes } from "./examine-runtimes.ts";
import { pullImage } from "./sandbox/empty-image.ts";
import { runtimeEnvironment } from "./sandbox/environment.ts";
import { findCaller } from "./sandbox/caller.ts";
import { findRuntimes } from "./sandbox/runtimes.ts";
import { writableHere } from "./sandbox/writable-locations.ts";

/** What a machine was made ready with. */
export interface PreparedRuntime {
  readonly runtime: string;
  /** The image that was fetched; absent where none was named. */
  readonly image?: string;
  /** Whom the sidecar would speak with; absent without one. */
  readonly provider?: string;
}

/**
 * Makes ready what a run will need: fetches the image that was named, or starts a container without one.
 * @returns undefined where no runtime starts a container
 * @throws ContainerFailed where the image cannot be fetched, InvalidInput where the provider is not whole
 */
export async function prepareRuntime(
  settings: Pick<Settings, "runtime" | "image" | "enableApiProxy">,
  env: NodeJS.ProcessEnv,
): Promise<PreparedRuntime | undefined> {
  const provider = settings.enableApiProxy ? await readProviderHost(env) : undefined;
  const told = provider === undefined ? {} : { provider };
  if (settings.image === undefined) {
    const [working] = (await examineRuntimes(env, settings.runtime)).filter(({ works }) => works);
    return working && { runtime: working.name, ...told };
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
  return { runtime: engine.name, image: settings.image, ...told };
}

function isEngine(name: string): boolean {
  return name === "docker" || name === "podman";
}

async function readProviderHost(env: NodeJS.ProcessEnv): Promise<string> {
  const { readProvider } = await import("./provider.ts");
  return readProvider(env, 0).baseUrl.host;
}
