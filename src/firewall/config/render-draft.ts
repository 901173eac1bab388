import { printableLine } from "../../shared/print-text.ts";
import type { EditValue } from "../../yaml/edit/edit-value.ts";
import { editYaml } from "../../yaml/edit/edit-yaml.ts";
import type { RulesDraft } from "./rules-draft.ts";

/** A consent to interception: the user, the time, and the text that was shown. */
export interface Acknowledgement {
  readonly who: string;
  /** ISO 8601. */
  readonly when: string;
  readonly text: readonly string[];
}

export interface DraftToRender {
  /** The file's current text; undefined if the file does not exist. */
  readonly before: string | undefined;
  readonly draft: RulesDraft;
  /** Consent to interception, written as comments at the top of the file. */
  readonly acknowledged?: Acknowledgement | undefined;
}

const firstLine = "# HTTPS is intercepted, as acknowledged by ";
const lastLine = "# End of the acknowledged text.";
const block = new RegExp(
  `(?<=^\\ufeff?)${firstLine}[^]*?^${lastLine.replace(".", "\\.")}(?:\\r?\\n)+`,
  "m",
);

/**
 * Returns the rules file as YAML. Parts that the wizard does not manage stay unchanged, byte for
 * byte.
 * @throws InvalidInput if a value cannot be changed without affecting other values
 */
export function renderDraft({ before = "", draft, acknowledged }: DraftToRender): string {
  const edits = entriesOf(draft).map(([path, value]) => ({ path, value }));
  const wording = { what: "rules file", title: "The rules file" };
  const rules = editYaml(before.replace(block, ""), edits, wording);
  if (!acknowledged) return rules;
  const [mark = ""] = /^\ufeff/.exec(rules) ?? [];
  const [lineEnd = "\n"] = /\r?\n/.exec(rules) ?? [];
  const head = [...describeAcknowledged(acknowledged), "", ""].join(lineEnd);
  return mark + head + rules.slice(mark.length);
}

/**
 * Returns all keys that the wizard manages, with their values. If a value is undefined, the key is
 * removed from the file.
 */
function entriesOf(draft: RulesDraft): [path: string[], value: EditValue | undefined][] {
  const { engine, domains, isIntercepting, patterns, logLevel, logsFolder } = draft;
  const { handsOnAll, withheld } = draft;
  const listed = (texts: readonly string[]) => (texts.length > 0 ? texts : undefined);
  const entries: [string[], EditValue | undefined][] = [
    [["engine"], engine],
    [["allow-domains"], listed(domains)],
    [["ssl-bump"], isIntercepting || undefined],
    [["allow-urls"], isIntercepting ? listed(patterns) : undefined],
    [["log-level"], logLevel === usualLevel ? undefined : logLevel],
    [["proxy-logs-dir"], logsFolder],
    [["env-all"], handsOnAll || undefined],
    [["exclude-env"], listed(withheld)],
  ];
  if (isIntercepting) return entries;
  // Without interception, the proxy cannot see URLs and bodies, so these options would be invalid.
  const invalid = ["rules", "strict-urls", "log-bodies", "intercept", "splice", "credentials"];
  const paths = [...invalid.map((key) => [key]), ["budget", "for"]];
  return [...entries, ...paths.map((path): [string[], undefined] => [path, undefined])];
}

const usualLevel = "info";

function describeAcknowledged({ who, when, text }: Acknowledgement): readonly string[] {
  const lines = text.map((line) => `#   ${printableLine(line)}`);
  return [`${firstLine}${printableLine(who)}, ${when}:`, ...lines, lastLine];
}
