import { countStates, isKnown } from "../../run/precompute/document.ts";
import type { Ended, Target } from "../../run/precompute/document.ts";
import type { Precomputed } from "../../run/precompute/precompute.ts";
import { nameCredential } from "../../credentials/credential.ts";
import type { RenderOptions } from "../../terminal/render-options.ts";
import { printRows } from "../../terminal/paint.ts";
import { marked, textRows, type Row } from "../../terminal/rows.ts";
import { tableRows } from "../../terminal/table.ts";
import { count } from "../../shared/count.ts";
import type { MarkState } from "../../shared/marks.ts";
import { UserError } from "../../shared/errors.ts";
import { printableLine, printText } from "../../shared/print-text.ts";
import { printJson } from "./print-json.ts";

interface Manner {
  /** Path of the output file. */
  readonly output: string;
  readonly json: boolean;
}

export function printPrecompute(found: Precomputed, { output, json }: Manner): void {
  if (json) printJson(toSummary(found, output));
  else printRows((style) => precomputeRows(found, output, style));
}

/** Returns the document of `precompute --json`. */
function toSummary({ document, requests, ...found }: Precomputed, output: string): object {
  const { credential, targets, beyondCap, ended } = document;
  return {
    output,
    credential,
    skipped: found.skipped,
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

/** Maximum number of rows, so that later output stays visible. */
const mostShown = 20;

/**
 * Formats the result:
 *
 *  ✔ 3 targets: 2 complete, 1 archived.
 *    control-precompute.json · read App · 4 requests, 2 unchanged
 *
 *    TARGET    WHAT
 *  ? acme/api  incomplete: workflow states: …
 */
export function precomputeRows(found: Precomputed, output: string, style: RenderOptions): Row[] {
  const { document, skipped } = found;
  const { targets, credential, beyondCap, ended } = document;
  const states = Object.entries(countStates(document)).filter(([, number]) => number > 0);
  const words = states.map(([state, number]) => `${number} ${state}`).join(", ");
  const isAll = targets.every(({ state }) => state !== "incomplete");
  const isNone = !targets.some(isKnown);
  const prefix = marked(style, isAll ? "done" : isNone ? "failed" : "attention");
  const rows = targets.flatMap((target) => printTarget(target, ended));
  const reader = credential === null ? "no credential" : nameCredential(credential);
  const left = rows.length - mostShown;
  return [
    ...textRows(`${count(targets.length, "target")}: ${words}.`, { style, prefix, tone: "strong" }),
    ...textRows([output, reader, describeRequests(found)].join(" · "), { style }),
    ...skipped.flatMap((line) => textRows(line, { style })),
    ...(ended ? textRows(`Stopped early: ${ended.reason}.`, { style }) : []),
    ...(credential === null ? textRows(howToGive, { style }) : []),
    ...(beyondCap.length > 0
      ? textRows(`Not read: ${count(beyondCap.length, "target")} beyond the limit.`, { style })
      : []),
    ...(rows.length === 0
      ? []
      : [[], ...tableRows(rows.slice(0, mostShown), { style, head: ["TARGET", "WHAT"] })]),
    ...(left > 0 ? textRows(`and ${left} more, in ${output}`, { style }) : []),
  ];
}

function describeRequests({
  requests: { requests: made, unchanged },
  isKept,
}: Precomputed): string {
  if (isKept) return "read within the last minute";
  return `${count(made, "request")}${unchanged > 0 ? `, ${unchanged} unchanged` : ""}`;
}

const howToGive =
  "Set the read App's ID and key, CP_FORGE_TOKEN or FORGE_TOKEN in the step's environment.";

/** Formats one target. Omits the reason for an early stop, which has already been printed. */
function printTarget({ target, state, unread, renamedTo }: Target, ended: Ended | null) {
  const mark: MarkState = state === "incomplete" ? "unknown" : "skipped";
  const reasons = unread.map(({ what, reason }) =>
    reason === ended?.reason ? `${what} not read` : `${what}: ${reason}`,
  );
  const parts = [
    ...(state === "complete" ? [] : [state]),
    ...(renamedTo === null ? [] : [`renamed to ${renamedTo}`]),
    ...reasons,
  ];
  return parts.length === 0 ? [] : [{ state: mark, name: target, text: parts.join("; ") }];
}

/**
 * Prints to standard error that the result could not be cached. The result itself is not affected.
 */
export function printNotKept(error: unknown): void {
  if (!(error instanceof UserError)) throw error;
  printText(
    `Could not cache data for the next run: ${printableLine(error.message)}\n`,
    process.stderr,
  );
}
