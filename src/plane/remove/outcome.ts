import { listItems } from "./inventory.ts";
import type { RemainingItem, Inventory } from "./inventory.ts";

/** A word that somebody gave of what cannot be seen. */
export interface Word {
  readonly by: string;
  /** ISO 8601 */
  readonly at: string;
}

/** What a run decided of one thing. */
export interface Deed {
  /** Of the item; see `listItems`. */
  readonly id: string;
  readonly way: "done" | "told gone" | "kept" | "later";
  readonly word?: Word;
  /** Where a person ends what stays. */
  readonly link?: string;
}

interface GoneItem extends RemainingItem {
  /** `seen`: the forge does not show it any more. `told`: somebody says so, and it cannot be seen. */
  readonly how: "seen" | "told";
  readonly word?: Word;
}

export interface StayingItem extends RemainingItem {
  readonly why: string;
  /** Whether gatehouse made it: else it is for its owner to decide. */
  readonly ours: boolean;
  /** Where a person ends it. */
  readonly link?: string;
}

export interface RemovalOutcome {
  /** Nothing that gatehouse made is left, as far as it was seen or told. */
  readonly complete: boolean;
  readonly gone: readonly GoneItem[];
  readonly stays: readonly StayingItem[];
}

/** What a run came to: by what the forge shows after it, and by somebody's word where it shows nothing. */
export function composeRemoval(
  before: Inventory,
  after: Inventory,
  deeds: readonly Deed[],
): RemovalOutcome {
  const deedOf = (id: string) => deeds.findLast((deed) => deed.id === id);
  const left = new Map(listItems(after).map((item) => [item.id, item]));
  const gone: GoneItem[] = [];
  for (const item of listItems(before)) {
    const deed = deedOf(item.id);
    // What is kept may not be found any more: what told of it is gone.
    if (deed?.way === "kept" || deed?.way === "later") left.set(item.id, item);
    else if (deed?.way === "told gone") {
      left.delete(item.id);
      gone.push({ ...item, how: "told", ...(deed.word && { word: deed.word }) });
    } else if (!left.has(item.id)) gone.push({ ...item, how: "seen" });
  }
  const ours = [...left.values()].map((item): StayingItem => {
    const deed = deedOf(item.id);
    return {
      ...item,
      ours: true,
      why: explain(deed),
      ...(deed?.link !== undefined && { link: deed.link }),
    };
  });
  return { complete: ours.length === 0, gone, stays: [...ours, ...listOthers(after)] };
}

function explain(deed: Deed | undefined): string {
  if (deed?.way === "kept") return `kept, by ${deed.word?.by ?? "the operator"}'s word`;
  return deed?.way === "later" ? "left for later" : "it was not removed";
}

/** Why a workflow of somebody's stays: what uses our records is theirs to change. */
export const whyOfDependants = {
  part: "yours; it names what is gone",
  enabled: "yours, and enabled",
  disabled: "yours, disabled now",
} as const;

/** Nobody knows whether it is there. */
export const whyOfUnseen = "not shown to this login";

/** What nobody looked at, or takes away, of a repository that is there. */
const ofRepository: readonly [what: string, why: string][] = [
  ["workflows and files on other branches than the default one", "not looked at"],
  ["commits, runs, their logs, issues and pull requests", "history is not touched"],
];

/** What is not gatehouse's to take away, and what nobody can: said, so that nobody looks for it in vain. */
function listOthers({
  dependants,
  switches,
  fleet,
  shared,
  environments,
  unseen,
  repository,
}: Inventory): StayingItem[] {
  const others: [what: string, why: string][] = [
    ...dependants.map(({ path, state }): [string, string] => [path, whyOfDependants[state]]),
    ...switches.map(({ variable, value }): [string, string] => [
      `the variable ${variable}`,
      `yours, a kill switch that says ${value}`,
    ]),
    ...fleet.map((what): [string, string] => [
      what,
      "a fleet's, which may look at other repositories",
    ]),
    ...shared.map((name): [string, string] => [
      `${name} of the organization`,
      "other repositories may use it",
    ]),
    ...environments.flatMap(({ name, otherwiseUsed }): [string, string][] =>
      otherwiseUsed === undefined ? [] : [[`the environment ${name}`, otherwiseUsed]],
    ),
    ...unseen.map((what): [string, string] => [what, whyOfUnseen]),
    ...(repository === "there" ? ofRepository : []),
  ];
  return others.map(([what, why]) => ({ id: what, what, why, ours: false }));
}
