import { RefusedByForge } from "../../forge/forge-errors.ts";
import { UserError } from "../../shared/errors.ts";
import { readSettings } from "./return-to-review.ts";
import type { ModePlace } from "./return-to-review.ts";
import { exposedCredentials, secretNameOf } from "./exposure.ts";
import type { ExposedCredential } from "./exposure.ts";
import type { Settings } from "../scope/settings.ts";

/** What is known before anything is done. An incident does not wait for what cannot be read. */
export interface Situation {
  /** The forge login that acts. */
  readonly who: string;
  /** Whose settings pages hold the Apps. */
  readonly ownerKind: "organization" | "user";
  readonly settings: Settings | undefined;
  /** Why the settings cannot be read; missing ones are no problem. */
  readonly settingsProblem?: string;
  /** The repository's variables, kill switches among them; undefined when they cannot be read. */
  readonly variables: ReadonlyMap<string, string> | undefined;
  /** When each credential's secret was stored, ISO 8601; null where there is none. */
  readonly storedAt: Readonly<Partial<Record<ExposedCredential, string | null>>>;
}

/** Looks at everything at once. @throws nothing that a person could act on */
export async function readSituation(place: ModePlace): Promise<Situation> {
  const { rest, repository } = place;
  const unless = <T>(otherwise: T) => {
    return (error: unknown): T => {
      if (error instanceof UserError) return otherwise;
      throw error;
    };
  };
  const [who, ownerKind, found, variables, readApp, writeApp] = await Promise.all([
    readText(rest, "/user", "login").catch(unless("unknown")),
    readText(rest, `/users/${repository.owner}`, "type").catch(unless("Organization")),
    readSettings(place)
      .then((settings) => ({ settings }))
      .catch((error: unknown) => {
        if (!(error instanceof UserError)) throw error;
        return { settings: undefined, settingsProblem: error.message };
      }),
    readVariables(place).catch(unless(undefined)),
    readStoredAt(place, "read-app", undefined).catch(unless(undefined)),
    readStoredAt(place, "write-app", undefined).catch(unless(undefined)),
  ]);
  const pat = await readStoredAt(place, "pat", found.settings).catch(unless(undefined));
  const storedAt = { "read-app": readApp, "write-app": writeApp, pat };
  return {
    who,
    ownerKind: ownerKind === "User" ? "user" : "organization",
    ...found,
    variables,
    storedAt: Object.fromEntries(
      exposedCredentials.flatMap((each) =>
        storedAt[each] === undefined ? [] : [[each, storedAt[each]]],
      ),
    ),
  };
}

/**
 * When a credential's secret was stored last; null when it is not stored.
 * @throws RefusedByForge when this login may not know
 */
export async function readStoredAt(
  { rest, repository }: ModePlace,
  credential: ExposedCredential,
  settings: Settings | undefined,
): Promise<string | null> {
  const environment = encodeURIComponent(settings?.environment ?? "control-plane");
  const home = credential === "pat" ? `environments/${environment}` : "actions";
  const path = `/repos/${repository.full}/${home}/secrets/${secretNameOf(credential)}`;
  const { status, body } = await rest.request("GET", path, { accept: [404] });
  if (status === 404) return null;
  return (body as { updated_at: string }).updated_at;
}

/** 30 a page is the most that the forge hands out of variables. */
async function readVariables({ rest, repository }: ModePlace): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (let page = 1; ; page += 1) {
    const path = `/repos/${repository.full}/actions/variables?per_page=30&page=${page}`;
    const { body } = await rest.request("GET", path);
    const { variables } = body as { variables: { name: string; value: string }[] };
    for (const { name, value } of variables) found.set(name, value);
    if (variables.length < 30) return found;
  }
}

async function readText(rest: ModePlace["rest"], path: string, field: string): Promise<string> {
  const { body } = await rest.request("GET", path);
  const value = (body as Record<string, unknown>)[field];
  if (typeof value === "string") return value;
  throw new RefusedByForge({ status: 200, request: `GET ${path}`, message: `no ${field}` });
}
