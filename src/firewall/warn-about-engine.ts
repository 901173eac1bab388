import { join } from "node:path";
import { InvalidInput } from "../shared/errors.ts";
import { isWithin } from "../shared/is-within.ts";
import { engineRecipes, homeMount, type EngineName } from "./config/engine-recipes.ts";
import type { Settings } from "./config/read-settings.ts";
import type { Provider } from "./provider.ts";
import type { Mount } from "./sandbox/mount.ts";

interface EngineAccess {
  readonly home: string;
  /** The command's environment. */
  readonly environment: Readonly<Record<string, string>>;
  readonly mounts: readonly Pick<Mount, "target">[];
}

/** Returns a warning about values in `--env` that the command does not receive. */
export function warnAboutReplaced(
  { env }: Pick<Settings, "env">,
  provider: Pick<Provider, "keyVariable" | "variables" | "excluded"> | undefined,
): readonly string[] {
  if (!provider) return [];
  const { keyVariable, variables, excluded } = provider;
  const names = env.flatMap(({ name, value }) => {
    const isReplaced = name in variables || excluded.includes(name);
    return isReplaced && value !== undefined ? [name] : [];
  });
  if (names.length === 0) return [];
  return [
    `The value of --env ${names.join(" and ")} is not used: the sidecar sends the key from ${keyVariable} in your environment.`,
  ];
}

/** Returns a warning if the sidecar could not start in an environment. */
export async function warnAboutProvider(
  { enableApiProxy, engine }: Pick<Settings, "enableApiProxy" | "engine">,
  env: NodeJS.ProcessEnv,
): Promise<readonly string[]> {
  if (!enableApiProxy) return [];
  const { readProvider } = await import("./provider.ts");
  try {
    readProvider(env, 0, engine);
    return [];
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return [`A run would fail here: ${error.message}`];
  }
}

/** Returns a warning if the agent has neither a key nor a login. */
export function warnAboutEngine(
  engine: EngineName | undefined,
  { home, environment, mounts }: EngineAccess,
): readonly string[] {
  if (engine === undefined) return [];
  const { title, keys, provider, credentials, folders } = engineRecipes[engine];
  const names = [...keys.map(({ variable }) => variable), ...credentials];
  if (names.some((name) => environment[name])) return [];
  if (provider && environment[`${provider.prefix}_BASE_URL`]) return [];
  const [login = ""] = folders.login;
  const isLogin = ({ target }: Pick<Mount, "target">) =>
    isWithin(join(home, login), target) ||
    (isWithin(target, join(home, login)) && !isWithin(target, join(home, folders.sessions)));
  if (mounts.some(isLogin)) return [];
  const [token] = credentials;
  const { prefix } = provider ?? {};
  const own = prefix
    ? `${prefix}_BASE_URL and ${prefix}_API_KEY`
    : keys.map(({ variable }) => variable).join(" or ");
  const [option, given] = prefix
    ? [`--env ${token}`, "the token"]
    : [homeMount(login), "your login"];
  return [
    `${title} has no credential: set ${own}, or add ${option}, which gives the command ${given}.`,
  ];
}
