import type { Decision } from "../../control/scope/decision.ts";
import { explainSettings } from "../../control/scope/explain-settings.ts";
import { valueOf } from "../../control/scope/read-decided.ts";
import type { Decided } from "../../control/scope/read-decided.ts";
import { compareScope, scopeFingerprint } from "../../control/scope/scope.ts";
import type { ScopePart } from "../../control/scope/scope.ts";
import type { Settings } from "../../control/scope/settings.ts";
import { printableLine } from "../../shared/print-text.ts";

/** What `scope --show --json` prints. */
export interface ScopeDocument {
  readonly repo: string;
  readonly host: string;
  /** As checked in; null where there are none, or none that can be read. */
  readonly settings: Settings | null;
  /** As checked in; null where nothing is decided. */
  readonly decision: Decision | null;
  /** What changed in the settings since the decision. */
  readonly changed: readonly ScopePart[];
  /** What is wrong with either file. */
  readonly problems: readonly string[];
}

export function toScopeDocument(
  place: Pick<ScopeDocument, "repo" | "host">,
  decided: Decided,
): ScopeDocument {
  const settings = valueOf(decided.settings);
  const decision = valueOf(decided.decision);
  return {
    ...place,
    settings: settings ?? null,
    decision: decision ?? null,
    changed: settings && decision ? compareScope(decision.scope, scopeFingerprint(settings)) : [],
    problems: [decided.settings, decided.decision].flatMap((found) =>
      found.state === "broken" ? [found.because] : [],
    ),
  };
}

/** The scope for a person, a field a line. */
export function describeScope(document: ScopeDocument): string {
  const { repo, host, settings, decision, changed, problems } = document;
  const rows = settings ? explainSettings(settings) : [];
  const width = Math.max(0, ...rows.map(({ name }) => name.length));
  const lines = [
    `Scope of ${repo} on ${host}`,
    "",
    ...rows.map(({ name, value }) => `  ${name.padEnd(width)}  ${value}`),
    ...(rows.length === 0 ? [] : [""]),
    ...problems.flatMap((problem) => problem.split("\n").map((line) => `  ! ${line}`)),
    decision
      ? `Profile ${decision.choice.profile}, decided by ${decision.decidedBy} on ${decision.decidedAt.slice(0, 10)}.`
      : "No profile is decided for it.",
    ...(changed.length === 0 ? [] : [`Changed since: ${changed.join(", ")}.`]),
  ];
  return `${lines.map(printableLine).join("\n")}\n`;
}
