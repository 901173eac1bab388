import { findApp } from "../../forge/resources/apps.ts";
import type { App } from "../../forge/resources/apps.ts";
import type { ForgeClient } from "../../forge/client.ts";
import { findAccount } from "../../forge/resources/users.ts";
import type { ControlMemory } from "../repository/repository-cache.ts";
import { findNameHolder } from "./name-holder.ts";
import type { NameHolder } from "./name-holder.ts";

/** Lookup of the App or account that has a name. */
export interface AppNames {
  /** Returns the App that currently has the given slug. */
  readonly findApp: (slug: string) => Promise<App | "refused" | undefined>;
  readonly findHolder: (name: string) => Promise<NameHolder | undefined>;
}

/**
 * Creates the name lookup. A result from the snapshot is used only once, because the operator may
 * free the name and check it again.
 */
export function findNames(
  client: () => Promise<ForgeClient>,
  { seen }: Pick<ControlMemory, "seen">,
): AppNames {
  const apps = new Map<string, App | "refused" | undefined>();
  const taken = new Set<string>();
  const acceptApp = async (slug: string) => {
    const known = apps.get(slug);
    return apps.delete(slug) ? known : findApp(await client(), slug);
  };
  const recordAccount = async (login: string) => {
    const known = taken.has(login) ? undefined : (await seen())?.accounts;
    taken.add(login);
    return known?.has(login) ? known.get(login) : findAccount(await client(), login);
  };
  return {
    findApp: async (slug) => {
      const found = await findApp(await client(), slug);
      apps.set(slug, found);
      return found;
    },
    findHolder: (name) => findNameHolder({ findApp: acceptApp, findAccount: recordAccount }, name),
  };
}
