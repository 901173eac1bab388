import type { OpenForge } from "../emulator/open-forge.ts";

interface ListedApp {
  readonly slug: string;
  readonly keys: number;
  readonly installations: readonly {
    readonly selection: string;
    readonly repositories: readonly string[];
  }[];
}

/**
 * Reads the forge's state of acme/control: Apps, their keys and installations, and the names of the
 * stored records.
 */
export async function readResult({ control, rest }: OpenForge) {
  const apps = (await control("GET", "apps")).json as ListedApp[];
  const path = "/repos/acme/control/actions";
  const names = (list: { name: string }[]) => list.map(({ name }) => name).toSorted();
  return {
    apps: apps.map(({ slug, keys, installations }) => ({
      slug,
      keys,
      installations: installations.map(({ selection, repositories }) => ({
        selection,
        repositories,
      })),
    })),
    variables: names((await rest("GET", `${path}/variables`)).json.variables),
    secrets: names((await rest("GET", `${path}/secrets`)).json.secrets),
  };
}

/** The expected result of every path through the setup: two Apps, and nothing else. */
export const completeResult = {
  apps: ["read", "write"].map((role) => ({
    slug: `gatehouse-acme-control-${role}`,
    keys: 1,
    installations: [{ selection: "selected", repositories: ["acme/control"] }],
  })),
  variables: ["CP_FORGE_READ_APP_ID", "CP_FORGE_WRITE_APP_ID"],
  secrets: ["CP_FORGE_READ_APP_PRIVATE_KEY", "CP_FORGE_WRITE_APP_PRIVATE_KEY"],
};
