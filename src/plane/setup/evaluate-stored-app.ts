import type { Installation } from "../../forge/resources/installations.ts";
import { installationsOf } from "../repository/installations-of.ts";
import type { KnownApp } from "./credential-state.ts";

interface NamedApp extends KnownApp {
  readonly owner: string;
}

/** Facts about the App with the stored client ID that are visible without the App's key. */
export interface StoredAppFacts {
  readonly app: KnownApp;
  /**
   * Whether an earlier run got 404 with the App's own key, or the operator reported the App as
   * deleted.
   */
  readonly isFoundGone: boolean;
  readonly account: string;
  /** Installations on the owner's account; undefined if this account cannot list them. */
  readonly installations: readonly Installation[] | undefined;
  /**
   * The App on GitHub with the stored App's name, or with the default name if the stored App's name
   * is unknown. "refused" if this account cannot read it.
   */
  readonly named: NamedApp | "refused" | undefined;
  /**
   * A private App that belongs to the same owner and is visible to this account. It proves that
   * the account would also see the stored App if the stored App existed.
   */
  readonly witness: string | undefined;
  /**
   * Whether this account owns the Apps' account. GitHub shows all Apps of an account to its owners.
   */
  readonly isOwner: boolean;
}

/**
 * Whether a stored App still exists. An App that is not visible to this account does not count as
 * missing.
 */
export type StoredAppVerdict =
  | { readonly state: "there" | "not to be seen"; readonly app: KnownApp }
  | {
      readonly state: "missing";
      /** Evidence that the App is missing; each item is one sentence. */
      readonly seen: readonly string[];
      /** The App of the same owner that currently has the name. */
      readonly successor: KnownApp | undefined;
    };

export function evaluateStoredApp(facts: StoredAppFacts): StoredAppVerdict {
  const { app, account, installations } = facts;
  const named = facts.named === "refused" ? undefined : facts.named;
  const listed = installations && installationsOf(app, installations)[0];
  if (listed) return { state: "there", app: { ...app, slug: listed.appSlug } };
  if (named?.clientId === app.clientId) return { state: "there", app: named };
  const missed = describeMissed(facts);
  if (missed === undefined) return { state: "not to be seen", app };
  const seen = [
    missed,
    ...(named ? [describeOther(named)] : []),
    ...(installations ? [`The installations of ${account} do not include the App.`] : []),
  ];
  const successor = named?.owner.toLowerCase() === account.toLowerCase() ? named : undefined;
  return { state: "missing", seen: [...new Set(seen)], successor };
}

/** Returns the strongest evidence that the App is missing; undefined if there is none. */
function describeMissed(facts: StoredAppFacts): string | undefined {
  const { app, isFoundGone, installations, named, witness, isOwner } = facts;
  const { clientId, slug } = app;
  if (isFoundGone) return `An earlier run found that App ${clientId} was deleted.`;
  if (named === "refused") return undefined;
  // If the App were among the visible installations, its slug would be known.
  if (slug === undefined) return installations && `Only its client ID is known: ${clientId}.`;
  // If another App has the name now, the stored App is missing, because App names are unique.
  if (named) return describeOther(named);
  if (witness !== undefined) {
    return `This account can see the App ${witness}, but not the App ${slug}.`;
  }
  return isOwner ? `This account cannot see the App ${slug}.` : undefined;
}

function describeOther({ clientId, slug }: KnownApp): string {
  return `The App ${slug} has a different client ID: ${clientId}.`;
}
