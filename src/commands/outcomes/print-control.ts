import type { Brand } from "../../forge/brand.ts";
import type { ControlReport } from "../../run/control/check-control.ts";
import { isSamePin, type CliPin } from "../../run/control/cli-pin.ts";
import type { Finding } from "../../run/control/finding.ts";
import type { LineChange } from "../../run/control/line-changes.ts";
import type { Profile } from "../../credentials/profile/choice.ts";
import type { RenderOptions } from "../../terminal/render-options.ts";
import { nextRows, subjectRows } from "../../terminal/report.ts";
import { hanging, lineRows, marked, rail, textRows, type Row } from "../../terminal/rows.ts";
import { count } from "../../shared/count.ts";

/** The document of `control check --json`. */
export interface CheckDocument {
  readonly file: string;
  /** Profile from the decision; null if there is no decision. */
  readonly profile: Profile | null;
  /** Number of agent-backed workflows. */
  readonly workflows: number;
  readonly findings: readonly Finding[];
  /** Files that were not read, each described in one sentence. */
  readonly unread: readonly string[];
}

export function toCheckDocument(
  { file, profile = null }: { readonly file: string; readonly profile: Profile | undefined | null },
  { workflows, findings, unread }: ControlReport,
): CheckDocument {
  return { file, profile, workflows, findings, unread };
}

/**
 * Formats the findings:
 *
 *  ✖ .github/workflows/review.md:7:1 inference-permission
 *  │ "copilot-requests: write" is not among its permissions: …
 */
export function findingRows(
  { file, workflows, findings, unread }: CheckDocument,
  { style, render }: { readonly style: RenderOptions; readonly render: string },
): Row[] {
  const seen = count(workflows, "agent-backed workflow");
  const prefix = rail(style, "quiet");
  const found = findings.flatMap(({ file: path, line, column, check, message }) => [
    ...textRows(`${path}:${line}:${column} ${check}`, {
      style,
      prefix: marked(style, "failed", prefix),
    }),
    ...textRows(message, { style, prefix }),
  ]);
  const next = { text: "Render the control file again to remove the drift", command: render };
  const hasDrift = findings.some(({ check }) => check === "drift");
  const verdict = findings.length === 0 ? "no problems found" : count(findings.length, "finding");
  return [
    ...subjectRows(file, `${verdict} · ${seen}`, style),
    ...(findings.length === 0 ? [] : [[], ...found]),
    ...unread.flatMap((each) => textRows(`${each}.`, { style, prefix: marked(style, "unknown") })),
    ...(hasDrift ? nextRows([next], { style }) : []),
  ];
}

const states = {
  written: "is written",
  changed: "is updated",
  unchanged: "is unchanged",
} as const;

/** Formats the result, and the changes to an existing file. */
export function renderedRows(
  {
    file,
    profile,
    brand,
    kept,
    pin,
    state,
    changes,
  }: {
    readonly file: string;
    readonly profile: Profile;
    readonly brand: Brand;
    /** Pin of the previous control file. */
    readonly kept: CliPin | undefined;
    /** Pin of the gatehouse package for runs. */
    readonly pin: CliPin;
    readonly state: keyof typeof states;
    readonly changes: readonly LineChange[];
  },
  { style, check }: { readonly style: RenderOptions; readonly check: string },
): Row[] {
  const text = `${file} ${states[state]}, for the profile ${profile}`;
  const prefix = hanging(rail(style, "quiet"));
  const compile = {
    text: "In a clone, compile the workflows again, because they still pin the previous package",
    command: "gh aw compile",
  };
  // The embedded forge compiles workflows when they are started.
  const isStale = brand.name === "github" && kept !== undefined && !isSamePin(kept, pin);
  const next = { text: "Check that all workflows import it", command: check };
  return [
    ...textRows(text, { style, prefix: marked(style, "done") }),
    ...changes.flatMap(({ sign, line }) => lineRows(`${sign} ${line}`, { style, prefix })),
    ...textRows(`Runs install gatehouse from ${pin.source}`, {
      style,
      prefix: rail(style, "quiet"),
    }),
    ...nextRows([...(isStale ? [compile] : []), next], { style }),
  ];
}
