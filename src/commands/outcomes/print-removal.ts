import { commandLine } from "../../plane/repository/command-line.ts";
import { composeRemoval, whyOfDependants, whyOfUnseen } from "../../plane/remove/outcome.ts";
import type { RemovalOutcome, KeptItem } from "../../plane/remove/outcome.ts";
import { listItems } from "../../plane/remove/inventory.ts";
import type { Inventory } from "../../plane/remove/inventory.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import type { RenderOptions } from "../../terminal/render-options.ts";
import { printRows } from "../../terminal/paint.ts";
import { nextRows, subjectRows } from "../../terminal/report.ts";
import { headRows, marked, textRows, type Row } from "../../terminal/rows.ts";
import { tableRows, type TableRow } from "../../terminal/table.ts";
import type { Hint } from "../../shared/errors.ts";
import { printJson } from "./print-json.ts";

interface Location {
  readonly profile: HostProfile;
  readonly repository: RepositoryName;
}

type Printing = Location & { readonly json: boolean };

/** Prints removed and kept items, either as JSON or as text that stays in the scrollback. */
export function printRemoval(outcome: RemovalOutcome, { json, ...location }: Printing): void {
  if (json) printJson(toRemovalDocument(outcome, location));
  else printRows((style) => removalRows(outcome, location, style));
}

function toRemovalDocument({ complete, deleted, remaining }: RemovalOutcome, location: Location) {
  return {
    repo: location.repository.full,
    host: location.profile.host,
    complete,
    deleted: deleted.map(({ id, what, how, word }) => ({ id, what, how, ...word })),
    remaining,
    next: listNext({ complete, deleted, remaining }, location),
  };
}

/** Lists the operator's remaining steps, mostly on the forge's pages. */
function listNext({ complete, remaining }: RemovalOutcome, location: Location): Hint[] {
  const disabled = remaining.filter(({ isOwn, why }) => !isOwn && why === whyOfDependants.disabled);
  const pages = remaining.flatMap(({ what, link }) =>
    link === undefined ? [] : [{ text: `Revoke ${what} when nothing uses it anymore`, link }],
  );
  return [
    ...pages,
    ...(complete
      ? []
      : [{ text: "Remove the remaining items", command: commandLine("remove", location) }]),
    ...(disabled.length === 0
      ? []
      : [
          {
            text: "Delete the disabled workflows, or give them other credentials and enable them",
          },
        ]),
  ];
}

/**
 * Formats the result:
 *
 *  ✔ Nothing that gatehouse created is left in acme/control
 *
 *  ✔ the secret CP_FORGE_READ_APP_ID  removed
 *  ” the fine-grained PAT itself      removed, reported by mona on 2026-11-21
 *
 *  Stays
 *  · commits, runs, their logs, issues and pull requests  history stays where it is
 */
export function removalRows(
  outcome: RemovalOutcome,
  location: Location,
  style: RenderOptions,
): Row[] {
  const { complete, deleted, remaining } = outcome;
  const { full } = location.repository;
  const isNothing = complete && deleted.length === 0;
  const title = complete
    ? isNothing
      ? `Nothing to remove: gatehouse is not set up in ${full}`
      : `Nothing that gatehouse created is left in ${full}`
    : deleted.length === 0
      ? `Nothing was removed from ${full}`
      : `Parts of gatehouse are left in ${full}`;
  const next = listNext(outcome, location);
  return [
    ...headRows(title, "", { style, prefix: marked(style, complete ? "done" : "attention") }),
    ...(deleted.length === 0 ? [] : [[], ...tableRows(deleted.map(deletedRow), { style })]),
    ...remainingRows(remaining, style),
    ...(next.length === 0 ? [] : [[], ...nextRows(next, { style })]),
  ];
}

function deletedRow({ what, how, word }: RemovalOutcome["deleted"][number]): TableRow {
  return how === "verified" || !word
    ? { state: "done", name: what, text: "removed" }
    : {
        state: "reported",
        name: what,
        text: `removed, reported by ${word.by} on ${word.at.slice(0, 10)}`,
      };
}

function remainingRows(remaining: readonly KeptItem[], style: RenderOptions): Row[] {
  if (remaining.length === 0) return [];
  const rows = remaining.map(({ what, why, isOwn }): TableRow => ({
    state: isOwn ? "attention" : "answer",
    name: what,
    text: why === whyOfUnseen ? why : `stays; ${why}`,
  }));
  return [[], ...tableRows(rows, { style })];
}

/** Prints the items that a removal would remove, and the items that it would keep. */
export function printInventory(inventory: Inventory, { json, ...location }: Printing): void {
  const items = listItems(inventory);
  const { remaining } = composeRemoval(inventory, inventory, []);
  const others = remaining.filter(({ isOwn }) => !isOwn);
  const next =
    items.length === 0
      ? []
      : [{ text: "Remove everything listed", command: commandLine("remove", location) }];
  if (json) {
    const { profile, repository } = location;
    return printJson({
      repo: repository.full,
      host: profile.host,
      found: items,
      remaining: others,
      next,
    });
  }
  printRows((style) => inventoryRows({ items, others, next }, location, style));
}

interface Listed {
  readonly items: ReturnType<typeof listItems>;
  readonly others: readonly KeptItem[];
  readonly next: readonly Hint[];
}

function inventoryRows(
  { items, others, next }: Listed,
  { profile, repository }: Location,
  style: RenderOptions,
): Row[] {
  const words = `gatehouse inventory · read from ${profile.host} just now`;
  return [
    ...subjectRows(repository.full, words, style),
    [],
    ...(items.length === 0 ? textRows("Nothing.", { style, prefix: marked(style, "done") }) : []),
    ...items.flatMap(({ what }) => textRows(what, { style, prefix: marked(style, "active") })),
    ...remainingRows(others, style),
    ...(next.length === 0 ? [] : [[], ...nextRows(next, { style })]),
  ];
}
