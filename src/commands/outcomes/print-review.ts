import { wrapText } from "../../layout/wrap-text.ts";
import { evidenceLines } from "./evidence-lines.ts";
import type { ReviewFacts } from "../../control/review/review-facts.ts";
import type { Review } from "../../control/review/review.ts";
import { marks } from "../../shared/marks.ts";
import { printableLine } from "../../shared/print-text.ts";

type Check = Review["checks"][number];

/** What `verify --json` prints. */
export interface ReviewDocument {
  readonly repo: string;
  readonly host: string;
  /** Whether every check passes. */
  readonly ready: boolean;
  readonly counts: Readonly<Record<Check["state"], number>>;
  readonly checks: readonly Check[];
  readonly precedence: Review["precedence"];
  /** The run that proved the credentials; null when there was none. */
  readonly run: string | null;
}

export function toReviewDocument(
  place: { readonly repo: string; readonly host: string },
  { run }: Pick<ReviewFacts, "run">,
  { isReady, checks, precedence }: Review,
): ReviewDocument {
  const count = (state: Check["state"]) => checks.filter((check) => check.state === state).length;
  return {
    ...place,
    ready: isReady,
    counts: { pass: count("pass"), fail: count("fail"), unknown: count("unknown") },
    checks,
    precedence,
    run: run.isSeen ? run.value.found.runLink : null,
  };
}

const marksOfStates = {
  pass: marks.done,
  fail: marks.failed,
  unknown: marks.unknown,
} as const;

/** The review for a person: a mark and a word for each check, readable without colour. Commands and links stay whole. */
export function describeReview(document: ReviewDocument, width: number): string {
  const { repo, host, ready, counts, checks, run } = document;
  const verdict = ready ? "ready for promotion" : "not ready for promotion";
  const lines = [
    ...wrapText(`${repo} on ${host}: ${verdict}`, width),
    "",
    ...checks.flatMap((check) => describeCheck(check, width)),
    "",
    ...wrapText(`${counts.pass} pass, ${counts.fail} fail, ${counts.unknown} unknown`, width),
    ...(run === null ? [] : ["The run that looked:", `      ${run}`]),
  ];
  return `${lines.map(printableLine).join("\n")}\n`;
}

function describeCheck({ title, state, evidence, next }: Check, width: number): string[] {
  const [first = "", ...rest] = wrapText(`${title}: ${state}`, width - 2);
  return [
    `${marksOfStates[state]} ${first}`,
    ...rest.map((line) => `  ${line}`),
    ...evidenceLines(evidence, { margin: "    ", width }),
    ...next.flatMap(({ say, command, link }) => [
      ...wrapText(
        `    → ${printableLine(say)}${command === undefined && link === undefined ? "" : ":"}`,
        width,
      ),
      ...[command, link].flatMap((line) => (line === undefined ? [] : [`      ${line}`])),
    ]),
  ];
}
