import type { RenderOptions } from "../../terminal/render-options.ts";
import { nextRows, subjectRows } from "../../terminal/report.ts";
import { headRows, hintRows, marked, type Row } from "../../terminal/rows.ts";
import { tableRows, type TableRow } from "../../terminal/table.ts";
import type { ReviewFacts } from "../../plane/verify/review-facts.ts";
import type { Review } from "../../plane/verify/review.ts";
import type { Hint } from "../../shared/errors.ts";
import type { MarkState } from "../../shared/marks.ts";
import { pageLines } from "./print-status.ts";

type Check = Review["checks"][number];

/** The document of `verify --json`. */
export interface ReviewDocument {
  readonly repo: string;
  readonly host: string;
  /** Whether all checks pass. */
  readonly ready: boolean;
  readonly counts: Readonly<Record<Check["state"], number>>;
  readonly checks: readonly Check[];
  readonly precedence: Review["precedence"];
  /** Link to the run that verified the credentials; null if there was no run. */
  readonly run: string | null;
}

export function toReviewDocument(
  location: { readonly repo: string; readonly host: string },
  { run }: Pick<ReviewFacts, "run">,
  { isReady, checks, precedence }: Review,
): ReviewDocument {
  const count = (state: Check["state"]) => checks.filter((check) => check.state === state).length;
  return {
    ...location,
    ready: isReady,
    counts: { pass: count("pass"), fail: count("fail"), unknown: count("unknown") },
    checks,
    precedence,
    run: run.isSeen ? run.value.found.runLink : null,
  };
}

const marksOfStates: Readonly<Record<Check["state"], MarkState>> = {
  pass: "done",
  fail: "failed",
  unknown: "unknown",
};

const verdicts: Readonly<Record<Check["state"], string>> = {
  pass: "passes",
  fail: "fails",
  unknown: "unknown",
};

/**
 * Formats the review. A hint that several checks share is shown once, below the verdict.
 *
 *  acme/control   read from forge.example just now
 *
 *    CHECK                            VERDICT
 *  ✖ Target coverage of the read App  fails
 *      It covers 2 repositories, not exactly: acme/control
 *      Next  Change which repositories it covers:
 *    https://forge.example/organizations/acme/settings/installations/1
 *
 *  ✖ Not ready for promotion                        17 passed, 1 failed, 1 unknown
 */
export function reviewRows(document: ReviewDocument, style: RenderOptions): Row[] {
  const { repo, host, ready, counts, checks, run } = document;
  const verdict = ready ? "Ready for promotion" : "Not ready for promotion";
  const state = ready ? "done" : counts.fail > 0 ? "failed" : "unknown";
  const shared = findShared(checks);
  return [
    ...subjectRows(repo, `read from ${host} just now`, style),
    [],
    ...tableRows(
      checks.map((check) => checkRow(check, shared)),
      { style, head: ["CHECK", "VERDICT"] },
    ),
    [],
    // The verdict is last, because the last rows of a long output stay in view.
    ...headRows(verdict, formatCounts(counts), { style, prefix: marked(style, state) }),
    ...(shared.size === 0 ? [] : [[], ...nextRows([...shared.values()], { style })]),
    ...(run === null
      ? []
      : [[], ...hintRows({ text: "Open the proof run", link: run }, { style })]),
  ];
}

/** Formats the counts: `17 passed, 1 failed, 1 unknown`. */
export function formatCounts({ pass, fail, unknown }: ReviewDocument["counts"]): string {
  return `${pass} passed, ${fail} failed, ${unknown} unknown`;
}

/** Finds hints that occur in several checks, by their text and command. */
function findShared(checks: readonly Check[]): ReadonlyMap<string, Hint> {
  const all = checks.flatMap(({ next }) => next);
  const count = (key: string) => all.filter((hint) => keyOf(hint) === key).length;
  const shared = all.filter((hint) => count(keyOf(hint)) > 1);
  return new Map(shared.map((hint) => [keyOf(hint), hint]));
}

function keyOf({ text, command, link }: Hint): string {
  return JSON.stringify([text, command, link]);
}

function checkRow(
  { title, state, evidence, next, page }: Check,
  shared: ReadonlyMap<string, Hint>,
): TableRow {
  return {
    state: marksOfStates[state],
    name: title,
    text: verdicts[state],
    below: [...evidence.flatMap((text) => text.split("\n")), ...pageLines(page)],
    hints: next.filter((hint) => !shared.has(keyOf(hint))),
  };
}
