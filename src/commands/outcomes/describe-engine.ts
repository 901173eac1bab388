import { engineRecipes, homeMount } from "../../firewall/config/engine-recipes.ts";
import type { EngineRecipe } from "../../firewall/config/engine-recipes.ts";
import type { Settings } from "../../firewall/config/read-settings.ts";

export type EngineSettings = Partial<Pick<Settings, "engine" | "enableApiProxy">>;

/** Returns what `--engine` adds to a run, for `firewall check --json`; undefined without it. */
export function toEngineDocument({ engine, enableApiProxy }: EngineSettings): object | undefined {
  if (engine === undefined) return undefined;
  const recipe: EngineRecipe = engineRecipes[engine];
  const { variables, file, folders } = recipe;
  return {
    name: engine,
    sidecar: enableApiProxy === true,
    keys: keyNames(recipe),
    variables,
    settings: file?.path ?? null,
    folders,
  };
}

/** Describes what `--engine` adds to a run, and which directories a run can keep. */
export function describeEngine({ engine, enableApiProxy }: EngineSettings): readonly string[] {
  if (engine === undefined) return [];
  const recipe = engineRecipes[engine];
  const { hosts, variables, file, folders } = recipe;
  const set = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  return [
    enableApiProxy === true
      ? `${recipe.title}: the sidecar sends the key, so --engine does not allow the provider's hosts.`
      : `${recipe.title}: without ${nameKeys(recipe)}, these hosts are allowed: ${hosts.join(", ")}`,
    ...(set.length > 0 ? [`Variables: ${set.join(" ")}`] : []),
    ...(file ? [`Settings file: ~/${file.path}`] : []),
    `To keep its sessions: ${homeMount(folders.sessions)}`,
    ...(folders.cache ? [`To reuse its unpacked files: ${homeMount(folders.cache, ":ro")}`] : []),
    `To use your login, which the command can then read: ${folders.login.map((each) => homeMount(each)).join(" ")}`,
  ];
}

function nameKeys(recipe: EngineRecipe): string {
  return keyNames(recipe).join(" or ");
}

function keyNames({ keys, provider }: EngineRecipe): readonly string[] {
  if (provider) return ["API_KEY", "BEARER_TOKEN"].map((name) => `${provider.prefix}_${name}`);
  return keys.map(({ variable }) => variable);
}
