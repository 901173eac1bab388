import type { Decision } from "../../plane/scope/decision.ts";
import { explainSettings } from "../../plane/scope/explain-settings.ts";
import { valueOf } from "../../plane/scope/read-decided.ts";
import type { Decided } from "../../plane/scope/read-decided.ts";
import { compareScope, scopeFingerprint } from "../../plane/scope/scope.ts";
import type { ScopePart } from "../../plane/scope/scope.ts";
import type { Settings } from "../../plane/scope/settings.ts";
import type { RenderOptions } from "../../terminal/render-options.ts";
import { subjectRows } from "../../terminal/report.ts";
import { factRows, indented, marked, noRail, textRows, type Row } from "../../terminal/rows.ts";
import { tableRows, type TableRow } from "../../terminal/table.ts";

/** The document of `scope --show --json`. */
export interface ScopeDocument {
  readonly repo: string;
  readonly host: string;
  /** Committed settings; null if missing or unreadable. */
  readonly settings: Settings | null;
  /** Committed decision; null if there is no decision. */
  readonly decision: Decision | null;
  /** Parts of the settings that changed since the decision. */
  readonly changed: readonly ScopePart[];
  /** Problems in the settings or the decision. */
  readonly problems: readonly string[];
}

export function toScopeDocument(
  location: Pick<ScopeDocument, "repo" | "host">,
  decided: Decided,
): ScopeDocument {
  const settings = valueOf(decided.settings);
  const decision = valueOf(decided.decision);
  return {
    ...location,
    settings: settings ?? null,
    decision: decision ?? null,
    changed: settings && decision ? compareScope(decision.scope, scopeFingerprint(settings)) : [],
    problems: [decided.settings, decided.decision].flatMap((found) =>
      found.state === "broken" ? [found.reason] : [],
    ),
  };
}

/**
 * Formats the scope:
 *
 *  acme/control   committed scope · read from forge.example just now
 *
 *    target repositories  acme/web, acme/api
 *    mode                 live
 *
 *  ✔ Profile  app, decided by mona on 2026-11-21
 */
export function scopeRows(document: ScopeDocument, style: RenderOptions): Row[] {
  const { repo, host, settings, problems } = document;
  const facts = settings ? explainSettings(settings) : [];
  return [
    ...subjectRows(repo, `committed scope · read from ${host} just now`, style),
    [],
    ...factRows(
      facts.map(({ name, value }) => ({ name, text: value })),
      { style },
    ),
    ...(facts.length === 0 ? [] : [[]]),
    ...problems.flatMap((problem) =>
      textRows(problem, { style, prefix: marked(style, "failed", indented(noRail, 2)) }),
    ),
    ...tableRows([decisionRow(document)], { style }),
  ];
}

function decisionRow({ decision, changed }: ScopeDocument): TableRow {
  const name = "Profile";
  if (!decision) return { state: "attention", name, text: "not chosen yet" };
  const { choice, decidedBy, decidedAt } = decision;
  const text = `${choice.profile}, decided by ${decidedBy} on ${decidedAt.slice(0, 10)}`;
  if (changed.length === 0) return { state: "done", name, text };
  return { state: "attention", name, text, below: [`Changed since: ${changed.join(", ")}.`] };
}
