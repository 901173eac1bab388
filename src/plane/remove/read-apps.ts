import { appRoles } from "../../credentials/apps/app-role.ts";
import type { AppRole } from "../../credentials/apps/app-role.ts";
import type { Account } from "../../forge/account.ts";
import type { ForgeClient } from "../../forge/client.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { findApp } from "../../forge/resources/apps.ts";
import type { App } from "../../forge/resources/apps.ts";
import { listInstallations } from "../../forge/resources/installations.ts";
import type { Installation } from "../../forge/resources/installations.ts";
import { isOrganizationOwner } from "../../forge/resources/organizations.ts";
import { findLogin, readAccountKind } from "../../forge/resources/users.ts";
import { installationsOf } from "../repository/installations-of.ts";
import type { AppOwner, RemainingApp } from "./inventory.ts";

/** Data about an App from a record or from this machine's journal. */
export interface AppTrace {
  readonly role: AppRole;
  readonly clientId: string | undefined;
  readonly slug: string | undefined;
  readonly isProvided: boolean;
  /**
   * True for a trace that contains only the name from a registration, if another trace describes
   * the App that was then created.
   */
  readonly isSuperseded?: boolean;
  /** Owner that the App reported when the App was last read. */
  readonly owner?: AppOwner | undefined;
}

interface Sight {
  readonly client: ForgeClient;
  readonly account: Pick<Account, "login" | "kind">;
  /** Undefined if this account cannot list installations. */
  readonly installations: readonly Installation[] | undefined;
  /**
   * Whether this account owns the Apps. An owner can see all of them, so an invisible App does not
   * exist.
   */
  readonly isOwner: boolean;
}

/** Returns the Apps from the traces, except for deleted Apps. */
export async function readApps(
  client: ForgeClient,
  account: Pick<Account, "login" | "kind">,
  traces: readonly AppTrace[],
): Promise<RemainingApp[]> {
  if (traces.length === 0) return [];
  const isUser = account.kind === "user";
  const [installations, isOwner] = await Promise.all([
    isUser ? undefined : listInstallations(client, account.login),
    isUser
      ? findLogin(client).then((login) => login !== undefined && isSameLogin(login, account.login))
      : isOrganizationOwner(client, account.login),
  ]);
  const sight = { client, account, installations, isOwner };
  const found = await Promise.all(mergeTraces(traces).map((trace) => findOne(trace, sight)));
  return found.filter((app) => app !== undefined);
}

/** Reads the current state of an App; undefined if it was deleted. */
export async function inspectApp(
  client: ForgeClient,
  { owner }: RepositoryName,
  app: RemainingApp,
): Promise<RemainingApp | undefined> {
  const kind = await readAccountKind(client, owner);
  const [found] = await readApps(client, { login: owner, kind }, [app]);
  return found;
}

/**
 * Merges traces of the same App, because the record and the journal usually contain different facts
 * about the App.
 */
export function mergeTraces(traces: readonly AppTrace[]): AppTrace[] {
  return appRoles.flatMap((role) => {
    const own = traces.filter((trace) => trace.role === role);
    const ids = [...new Set(own.flatMap(({ clientId }) => clientId ?? []))];
    const known = ids.map((clientId) => {
      const same = own.filter((trace) => trace.clientId === clientId);
      const slug = same.find((trace) => trace.slug !== undefined)?.slug;
      const owner = same.find((trace) => trace.owner !== undefined)?.owner;
      const isProvided = same.some((trace) => trace.isProvided);
      return { role, clientId, slug, isProvided, ...(owner && { owner }) };
    });
    const slugs = new Set(known.map(({ slug }) => slug));
    const named = own.filter(({ clientId, slug }) => clientId === undefined && !slugs.has(slug));
    return [...known, ...named];
  });
}

async function findOne(trace: AppTrace, sight: Sight): Promise<RemainingApp | undefined> {
  const { client, account, installations, isOwner } = sight;
  const { role, clientId, isProvided, owner } = trace;
  const [installed] =
    clientId === undefined ? [] : installationsOf({ ...trace, clientId }, installations ?? []);
  // The App may have been renamed since its name was recorded.
  const slug = installed?.appSlug ?? trace.slug;
  const app = slug === undefined ? "refused" : await findApp(client, slug);
  if (app && app !== "refused") {
    const isOurs =
      clientId === undefined ? isSameLogin(app.owner, account.login) : app.clientId === clientId;
    if (isOurs)
      return {
        role,
        isProvided,
        slug,
        clientId: app.clientId,
        presence: "there",
        owner: { login: app.owner, kind: app.ownerKind },
        ...placeOf(installed, sight),
      };
  }
  if (clientId === undefined && (isAnothers(app) || trace.isSuperseded)) return undefined;
  const known = { role, isProvided, slug, clientId, ...(owner && { owner }) };
  if (installed) return { ...known, presence: "there", ...placeOf(installed, sight) };
  // The name is not in use, or a different App uses it. An owner can see all Apps, so for an owner,
  // this proves that the App was deleted.
  const isTheirs = owner === undefined || isSameLogin(owner.login, account.login);
  if (app !== "refused" && isOwner && isTheirs) return undefined;
  return { ...known, presence: "unknown", ...placeOf(undefined, sight) };
}

/**
 * Returns whether a different App uses the name. Used after the caller has ruled out that the App
 * is gatehouse's own. App names are unique.
 */
function isAnothers(app: App | "refused" | undefined): boolean {
  return app !== undefined && app !== "refused";
}

function isSameLogin(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function placeOf(installed: Installation | undefined, { installations }: Sight) {
  return {
    installationId: installed?.id,
    isInstalled: installed ? true : installations && false,
    selection: installed?.selection,
  };
}
