import { listItems } from "./inventory.ts";
import type { RemainingItem, Inventory } from "./inventory.ts";

/** A person's report about something that cannot be verified. */
export interface Word {
  readonly by: string;
  /** Time of the report (ISO 8601). */
  readonly at: string;
}

/** The decision about one item in a removal. */
export interface Deed {
  /** ID of the item; see `listItems`. */
  readonly id: string;
  readonly way: "done" | "reported" | "kept" | "later";
  readonly word?: Word;
  /** Page on which a person can delete the item. */
  readonly link?: string;
}

interface DeletedItem extends RemainingItem {
  /**
   * `verified`: the forge no longer shows it. `reported`: a person reported it, and it cannot be verified.
   */
  readonly how: "verified" | "reported";
  readonly word?: Word;
}

export interface KeptItem extends RemainingItem {
  readonly why: string;
  /**
   * Whether gatehouse created the item. Otherwise, the item's owner decides whether to delete the
   * item.
   */
  readonly isOwn: boolean;
  /** Page on which a person can delete the item. */
  readonly link?: string;
}

export interface RemovalOutcome {
  /**
   * Whether everything that gatehouse created was removed, as verified by gatehouse or reported by
   * a person.
   */
  readonly complete: boolean;
  readonly deleted: readonly DeletedItem[];
  readonly remaining: readonly KeptItem[];
}

/**
 * Determines the result of a removal from the forge's state after the removal. If the forge cannot
 * show whether an item remains, a person's report counts.
 */
export function composeRemoval(
  before: Inventory,
  after: Inventory,
  deeds: readonly Deed[],
): RemovalOutcome {
  const deedOf = (id: string) => deeds.findLast((deed) => deed.id === id);
  const left = new Map(listItems(after).map((item) => [item.id, item]));
  const deleted: DeletedItem[] = [];
  for (const item of listItems(before)) {
    const deed = deedOf(item.id);
    // gatehouse may no longer find a kept item if the records that refer to the item were deleted.
    if (deed?.way === "kept" || deed?.way === "later") left.set(item.id, item);
    else if (deed?.way === "reported") {
      left.delete(item.id);
      deleted.push({ ...item, how: "reported", ...(deed.word && { word: deed.word }) });
    } else if (!left.has(item.id)) deleted.push({ ...item, how: "verified" });
  }
  const isOwn = [...left.values()].map((item): KeptItem => {
    const deed = deedOf(item.id);
    return {
      ...item,
      isOwn: true,
      why: explain(deed),
      ...(deed?.link !== undefined && { link: deed.link }),
    };
  });
  return { complete: isOwn.length === 0, deleted, remaining: [...isOwn, ...listOthers(after)] };
}

function explain(deed: Deed | undefined): string {
  if (deed?.way === "kept") return `kept by ${deed.word?.by ?? "the operator"}`;
  return deed?.way === "later" ? "postponed" : "not removed";
}

/** Reasons why dependants are not removed: they belong to the operator, not to gatehouse. */
export const whyOfDependants = {
  part: "yours; it refers to removed items",
  enabled: "yours; enabled",
  disabled: "yours; now disabled",
} as const;

/** Shown for an item if gatehouse cannot determine whether the item exists. */
export const whyOfUnseen = "not visible to this account";

/** Parts of an existing repository that gatehouse neither checks nor removes. */
const ofRepository: readonly [what: string, why: string][] = [
  ["workflows and files on branches other than the default branch", "not checked"],
  ["commits, runs, their logs, issues and pull requests", "history is kept"],
];

/** Lists items that gatehouse must not or cannot remove, so that the operator knows about them. */
function listOthers({
  dependants,
  switches,
  fleet,
  shared,
  environments,
  unseen,
  repository,
}: Inventory): KeptItem[] {
  const others: [what: string, why: string][] = [
    ...dependants.map(({ path, state }): [string, string] => [path, whyOfDependants[state]]),
    ...switches.map(({ variable, value }): [string, string] => [
      `the variable ${variable}`,
      `yours; a kill switch with the value ${value}`,
    ]),
    ...fleet.map((what): [string, string] => [
      what,
      "used by a fleet, which may check other repositories",
    ]),
    ...shared.map((name): [string, string] => [
      `${name}, shared by the organization`,
      "other repositories may use it",
    ]),
    ...environments.flatMap(({ name, otherwiseUsed }): [string, string][] =>
      otherwiseUsed === undefined ? [] : [[`the environment ${name}`, otherwiseUsed]],
    ),
    ...unseen.map((what): [string, string] => [what, whyOfUnseen]),
    ...(repository === "there" ? ofRepository : []),
  ];
  return others.map(([what, why]) => ({ id: what, what, why, isOwn: false }));
}
