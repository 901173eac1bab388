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

/** What a record or this machine's journal tells of an App. */
export interface AppTrace {
  readonly role: AppRole;
  readonly clientId: string | undefined;
  readonly slug: string | undefined;
  readonly isBrought: boolean;
  /** The name that a registration was begun with, where the App that came of it is known. */
  readonly isSuperseded?: boolean;
  /** As the App told it when it was seen. */
  readonly owner?: AppOwner | undefined;
}

interface Sight {
  readonly client: ForgeClient;
  readonly account: Pick<Account, "login" | "kind">;
  /** Undefined where they may not be listed. */
  readonly installations: readonly Installation[] | undefined;
  /** Whoever owns the account is shown each App of it: one that is not shown is not there. */
  readonly isOwner: boolean;
}

/** The Apps that these traces lead to, as far as they are not seen to be gone. */
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

/** One of them as it is now; undefined once it is gone. */
export async function inspectApp(
  client: ForgeClient,
  { owner }: RepositoryName,
  app: RemainingApp,
): Promise<RemainingApp | undefined> {
  const kind = await readAccountKind(client, owner);
  const [found] = await readApps(client, { login: owner, kind }, [app]);
  return found;
}

/** The record and the journal mostly tell of the same App: each knows what the other does not. */
export function mergeTraces(traces: readonly AppTrace[]): AppTrace[] {
  return appRoles.flatMap((role) => {
    const own = traces.filter((trace) => trace.role === role);
    const ids = [...new Set(own.flatMap(({ clientId }) => clientId ?? []))];
    const known = ids.map((clientId) => {
      const same = own.filter((trace) => trace.clientId === clientId);
      const slug = same.find((trace) => trace.slug !== undefined)?.slug;
      const owner = same.find((trace) => trace.owner !== undefined)?.owner;
      const isBrought = same.some((trace) => trace.isBrought);
      return { role, clientId, slug, isBrought, ...(owner && { owner }) };
    });
    const slugs = new Set(known.map(({ slug }) => slug));
    const named = own.filter(({ clientId, slug }) => clientId === undefined && !slugs.has(slug));
    return [...known, ...named];
  });
}

async function findOne(trace: AppTrace, sight: Sight): Promise<RemainingApp | undefined> {
  const { client, account, installations, isOwner } = sight;
  const { role, clientId, isBrought, owner } = trace;
  const [installed] =
    clientId === undefined ? [] : installationsOf({ ...trace, clientId }, installations ?? []);
  // An App may have been given another name since.
  const slug = installed?.appSlug ?? trace.slug;
  const app = slug === undefined ? "refused" : await findApp(client, slug);
  if (app && app !== "refused") {
    const isOurs =
      clientId === undefined ? isSameLogin(app.owner, account.login) : app.clientId === clientId;
    if (isOurs)
      return {
        role,
        isBrought,
        slug,
        clientId: app.clientId,
        standing: "there",
        owner: { login: app.owner, kind: app.ownerKind },
        ...placeOf(installed, sight),
      };
  }
  if (clientId === undefined && (isAnothers(app) || trace.isSuperseded)) return undefined;
  const known = { role, isBrought, slug, clientId, ...(owner && { owner }) };
  if (installed) return { ...known, standing: "there", ...placeOf(installed, sight) };
  // Another App bears the name by now, or none does: to an owner that is the end of it.
  const isTheirs = owner === undefined || isSameLogin(owner.login, account.login);
  if (app !== "refused" && isOwner && isTheirs) return undefined;
  return { ...known, standing: "unknown", ...placeOf(undefined, sight) };
}

/** Seen, and not ours: a name is one App's. */
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
