import { isRecord } from "../is-record.ts";
import { parseYamlIfValid } from "./parse-yaml.ts";
import { namesOf } from "./workflow-file.ts";

/** A push, with the properties that `on: push` can filter by. */
export interface PushEvent {
  /** `refs/heads/…` or `refs/tags/…` */
  readonly ref: string;
  /** Paths that the push changed, compared with the previous commit. */
  readonly paths: readonly string[];
}

/**
 * Returns whether a push triggers a workflow. A file that is not valid YAML does not register
 * triggers.
 * @see [doc] actions/reference/workflows-and-actions/workflow-syntax, "on.push"
 */
export function isPushTrigger(text: string, event: PushEvent): boolean {
  const file = parseYamlIfValid(text);
  const on = isRecord(file) ? file["on"] : undefined;
  if (!namesOf(on).includes("push")) return false;
  const filters = isRecord(on) && isRecord(on["push"]) ? on["push"] : {};
  return isWantedRef(filters, event.ref) && isWantedChange(filters, event);
}

type Filters = Readonly<Record<string, unknown>>;

/**
 * Returns whether the filters match the branch or tag. If there are only filters for branches, all
 * tags are excluded, and vice versa.
 */
function isWantedRef(filters: Filters, ref: string): boolean {
  const [own, other] = isTag(ref) ? ["tags", "branches"] : ["branches", "tags"];
  const isNamed = (kind: string) => kind in filters || `${kind}-ignore` in filters;
  if (!isNamed(own)) return !isNamed(other);
  const name = ref.replace(/^refs\/(?:heads|tags)\//, "");
  return passes(filters, own, [name]);
}

/** Returns whether the filters match the changed paths. Path filters do not apply to tags. */
function isWantedChange(filters: Filters, { ref, paths }: PushEvent): boolean {
  const isFiltered = "paths" in filters || "paths-ignore" in filters;
  return isTag(ref) || !isFiltered || passes(filters, "paths", paths);
}

function isTag(ref: string): boolean {
  return ref.startsWith("refs/tags/");
}

function passes(filters: Filters, kind: string, names: readonly string[]): boolean {
  const [wanted, ignored] = [readPatterns(filters[kind]), readPatterns(filters[`${kind}-ignore`])];
  return names.some((name) => (wanted ? fitsAny(wanted, name) : !fitsAny(ignored ?? [], name)));
}

function readPatterns(value: unknown): string[] | undefined {
  if (value === undefined) return undefined;
  return (Array.isArray(value) ? (value as unknown[]) : [value]).map(String);
}

/** Returns whether the last matching pattern includes the name. A pattern with `!` excludes it. */
function fitsAny(patterns: readonly string[], name: string): boolean {
  const last = patterns.findLast((pattern) => toRegExp(pattern.replace(/^!/, "")).test(name));
  return last !== undefined && !last.startsWith("!");
}

/** @see [doc] the same page, "Filter pattern cheat sheet" */
function toRegExp(pattern: string): RegExp {
  try {
    return translate(pattern);
  } catch {
    // An invalid pattern, such as `[z-a]` or a quantifier without an operand. On GitHub, such a
    // pattern does not match anything either.
    return /(?!)/;
  }
}

function translate(pattern: string): RegExp {
  const parts = pattern.match(/\*\*\/|\*\*|\\.|\[[^\]]*\]|[^]/g) ?? [];
  const sources = parts.map((part) => {
    if (part === "**/") return "(?:.*/)?";
    if (part === "**") return ".*";
    if (part === "*") return "[^/]*";
    const isOperator = part === "?" || part === "+" || /^\\.$|^\[.+\]$/.test(part);
    return isOperator ? part : part.replace(/[.^${}()|[\]\\]/, String.raw`\$&`);
  });
  return new RegExp(`^${sources.join("")}$`);
}

/** @see [doc] actions/how-tos/manage-workflow-runs/skip-workflow-runs */
export function skipsRuns(message: string): boolean {
  const isTrailer = /\n\n\n(?:.*\n)*skip-checks: ?true\s*$/.test(message);
  return isTrailer || /\[(?:skip ci|ci skip|no ci|skip actions|actions skip)\]/i.test(message);
}
