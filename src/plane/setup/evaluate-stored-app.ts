import type { Installation } from "../../forge/resources/installations.ts";
import { installationsOf } from "../repository/installations-of.ts";
import type { KnownApp } from "./credential-state.ts";

interface NamedApp extends KnownApp {
  readonly owner: string;
}

/** What can be seen of the App whose client ID and key are stored, by somebody who does not have the key. */
export interface StoredAppFacts {
  readonly app: KnownApp;
  /** The forge told its own key that it is gone, or a person said so, in an earlier run. */
  readonly isFoundGone: boolean;
  readonly account: string;
  /** The owner's, or undefined when this login may not list them. */
  readonly installations: readonly Installation[] | undefined;
  /**
   * The App that bears its name on the forge, or the name that setup gives where its own is not known; "refused" where
   * the forge does not let this login look.
   */
  readonly named: NamedApp | "refused" | undefined;
  /** A private App of the same owner that the forge shows to this login. */
  readonly witness: string | undefined;
  /** Whether this login is an owner's, who is shown the Apps of the account. */
  readonly isOwner: boolean;
}

/** Whether a stored App is still on the forge. What this login may not see is not missing. */
export type StoredAppVerdict =
  | { readonly state: "there" | "not to be seen"; readonly app: KnownApp }
  | {
      readonly state: "missing";
      /** What was seen instead, a sentence each. */
      readonly seen: readonly string[];
      /** The App of the same owner that bears its name now. */
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
    ...(installations ? [`The list of ${account} has no installation of it.`] : []),
  ];
  const successor = named?.owner.toLowerCase() === account.toLowerCase() ? named : undefined;
  return { state: "missing", seen: [...new Set(seen)], successor };
}

/** What tells that the App is not there, the strongest first; undefined where nothing does. */
function describeMissed(facts: StoredAppFacts): string | undefined {
  const { app, isFoundGone, installations, named, witness, isOwner } = facts;
  const { clientId, slug } = app;
  if (isFoundGone) return `An earlier run found that the App ${clientId} is gone.`;
  if (named === "refused") return undefined;
  // An installation would have told its name.
  if (slug === undefined) return installations && `Only its client ID is known, ${clientId}.`;
  // No two Apps have one name.
  if (named) return describeOther(named);
  if (witness !== undefined) {
    return `The forge shows this login the App ${witness}, but no App ${slug}.`;
  }
  return isOwner ? `The forge shows this login no App ${slug}.` : undefined;
}

function describeOther({ clientId, slug }: KnownApp): string {
  return `The App ${slug} has another client ID, ${clientId}.`;
}
