import { countStates, isKnown } from "../../run/precompute/document.ts";
import type { Ended, Target } from "../../run/precompute/document.ts";
import type { Precomputed } from "../../run/precompute/precompute.ts";
import { nameCredential } from "../../credentials/credential.ts";
import type { Look } from "../../terminal/render-options.ts";
import { printRows } from "../../terminal/paint.ts";
import { marked, textRows, type Row } from "../../terminal/rows.ts";
import { tableRows } from "../../terminal/table.ts";
import { count } from "../../shared/count.ts";
import type { MarkState } from "../../shared/marks.ts";
import { UserError } from "../../shared/errors.ts";
import { printableLine, printText } from "../../shared/print-text.ts";
import { printJson } from "./print-json.ts";

interface Manner {
  /** The file that it was written to. */
  readonly output: string;
  readonly json: boolean;
}

export function printPrecompute(found: Precomputed, { output, json }: Manner): void {
  if (json) printJson(toSummary(found, output));
  else printRows((look) => precomputeRows(found, output, look));
}

/** What `precompute --json` prints. */
function toSummary({ document, requests, ...found }: Precomputed, output: string): object {
  const { credential, targets, beyondCap, ended } = document;
  return {
    output,
    credential,
    passedOver: found.passedOver,
    states: countStates(document),
    incomplete: targets
      .filter(({ state }) => state === "incomplete")
      .map(({ target, unread }) => ({ target, unread })),
    renamed: targets.flatMap(({ target, renamedTo }) =>
      renamedTo === null ? [] : [{ target, renamedTo }],
    ),
    beyondCap: beyondCap.length,
    ended,
    requests: requests.requests,
    unchanged: requests.unchanged,
    graphqlCost: found.cost,
    isKept: found.isKept,
  };
}

/** More than these would bury what is below. */
const mostShown = 20;

/**
 *  ✔ 3 targets are known: 2 complete, 1 archived
 *    control-precompute.json · read App · 4 requests, 2 unchanged
 *
 *    TARGET    WHAT
 *  ? acme/api  incomplete: workflow states: …
 */
export function precomputeRows(found: Precomputed, output: string, look: Look): Row[] {
  const { document, passedOver } = found;
  const { targets, credential, beyondCap, ended } = document;
  const states = Object.entries(countStates(document)).filter(([, number]) => number > 0);
  const words = states.map(([state, number]) => `${number} ${state}`).join(", ");
  const isAll = targets.every(({ state }) => state !== "incomplete");
  const isNone = !targets.some(isKnown);
  const lead = marked(look, isAll ? "done" : isNone ? "failed" : "attention");
  const told = targets.flatMap((target) => printTarget(target, ended));
  const reader = credential === null ? "no credential" : nameCredential(credential);
  const left = told.length - mostShown;
  return [
    ...textRows(`${count(targets.length, "target")}: ${words}.`, { look, lead, tone: "strong" }),
    ...textRows([output, reader, describeRequests(found)].join(" · "), { look }),
    ...passedOver.flatMap((line) => textRows(line, { look })),
    ...(ended ? textRows(`Ended before its time: ${ended.because}.`, { look }) : []),
    ...(credential === null ? textRows(howToGive, { look }) : []),
    ...(beyondCap.length > 0
      ? textRows(`${count(beyondCap.length, "target")} more: the cap leaves them out.`, { look })
      : []),
    ...(told.length === 0
      ? []
      : [[], ...tableRows(told.slice(0, mostShown), { look, head: ["TARGET", "WHAT"] })]),
    ...(left > 0 ? textRows(`and ${left} more, in ${output}`, { look }) : []),
  ];
}

function describeRequests({
  requests: { requests: made, unchanged },
  isKept,
}: Precomputed): string {
  if (isKept) return "as it was read within the last minute";
  return `${count(made, "request")}${unchanged > 0 ? `, ${unchanged} unchanged` : ""}`;
}

const howToGive =
  "Give it the read App's pair, CP_FORGE_TOKEN or FORGE_TOKEN in the environment of its step.";

/** Why the run ended is said once, above. */
function printTarget({ target, state, unread, renamedTo }: Target, ended: Ended | null) {
  const mark: MarkState = state === "incomplete" ? "unknown" : "skipped";
  const reasons = unread.map(({ what, because }) =>
    because === ended?.because ? `${what} not come to` : `${what}: ${because}`,
  );
  const parts = [
    ...(state === "complete" ? [] : [state]),
    ...(renamedTo === null ? [] : [`is called ${renamedTo} now`]),
    ...reasons,
  ];
  return parts.length === 0 ? [] : [{ state: mark, name: target, text: parts.join("; ") }];
}

/** One line on standard error: the answer is there all the same. */
export function printNotKept(error: unknown): void {
  if (!(error instanceof UserError)) throw error;
  printText(`Nothing is kept for the next run: ${printableLine(error.message)}\n`, process.stderr);
}
