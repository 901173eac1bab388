import { engineRecipes, type EngineName } from "./config/engine-recipes.ts";
import { readKey } from "./config/read-key.ts";
import type { Settings } from "./config/read-settings.ts";

/**
 * Adds the rules of `--engine`. If the caller's environment contains the agent's key, the sidecar
 * sends it, and the hosts stay denied: the command could otherwise send data to them with a key of
 * its own.
 */
export function applyEngine(settings: Settings, env: NodeJS.ProcessEnv): Settings {
  const { engine } = settings;
  if (engine === undefined) return settings;
  if (settings.enableApiProxy || hasKey(engine, env)) return { ...settings, enableApiProxy: true };
  const hosts = engineRecipes[engine].hosts.map((text) => ({ id: `--engine ${engine}`, text }));
  return { ...settings, allowDomains: [...settings.allowDomains, ...hosts] };
}

function hasKey(engine: EngineName, env: NodeJS.ProcessEnv): boolean {
  const { keys, provider } = engineRecipes[engine];
  const names = provider
    ? ["API_KEY", "BEARER_TOKEN"].map((name) => `${provider.prefix}_${name}`)
    : [];
  return [...keys.map(({ variable }) => variable), ...names].some(
    (name) => readKey(env, name) !== undefined,
  );
}
