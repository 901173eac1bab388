import { parseDocument, type Document } from "yaml";
import { printableLine } from "../../shared/print-text.ts";
import type { RulesDraft } from "./rules-draft.ts";

/** Who has agreed to interception, when, and to which text. */
export interface Acknowledgement {
  readonly who: string;
  /** ISO 8601. */
  readonly when: string;
  readonly text: readonly string[];
}

export interface DraftToRender {
  /** The file as it is; nothing where there is none. */
  readonly before: string | undefined;
  readonly draft: RulesDraft;
  /** Stands at the head of the file, as comments. */
  readonly acknowledged?: Acknowledgement | undefined;
}

const firstLine = "# HTTPS is intercepted, as acknowledged by ";
const lastLine = "# End of what was acknowledged.";
const block = new RegExp(`^${firstLine}[^]*?^${lastLine.replace(".", "\\.")}\\n+`, "m");

/** The rules file as YAML. What the wizard does not ask about stays as it is, with its comments. */
export function renderDraft({ before = "", draft, acknowledged }: DraftToRender): string {
  const plain = before.replace(block, "");
  const document = parseDocument(plain, { version: "1.2", schema: "core" });
  for (const [key, value] of entriesOf(draft)) {
    if (value === undefined) removeKey(document, key);
    else if (!isSame(document.get(key), value)) document.set(key, document.createNode(value));
  }
  const rules = document.contents === null ? plain : document.toString({ lineWidth: 0 });
  return acknowledged ? `${sayAcknowledged(acknowledged)}\n\n${rules}` : rules;
}

/** A document without anything in it has no keys to take away. */
function removeKey(document: Document, key: string): void {
  if (document.has(key)) document.delete(key);
}

type Value = string | true | readonly string[] | undefined;

/** Every key that the wizard answers for; without a value it goes. */
function entriesOf(draft: RulesDraft): [key: string, value: Value][] {
  const { domains, isIntercepting, patterns, logLevel, logsFolder, handsOnAll, withheld } = draft;
  const listed = (texts: readonly string[]) => (texts.length > 0 ? texts : undefined);
  const entries: [string, Value][] = [
    ["allow-domains", listed(domains)],
    ["ssl-bump", isIntercepting || undefined],
    ["allow-urls", isIntercepting ? listed(patterns) : undefined],
    ["log-level", logLevel === usualLevel ? undefined : logLevel],
    ["proxy-logs-dir", logsFolder],
    ["env-all", handsOnAll || undefined],
    ["exclude-env", listed(withheld)],
  ];
  // Without interception no URL is seen, and a rule for one is refused.
  return isIntercepting ? entries : [...entries, ["rules", undefined], ["strict-urls", undefined]];
}

const usualLevel = "info";

/** What is so already keeps the comments in it. */
function isSame(found: unknown, value: Value): boolean {
  return JSON.stringify(found) === JSON.stringify(value);
}

function sayAcknowledged({ who, when, text }: Acknowledgement): string {
  const lines = text.map((line) => `#   ${printableLine(line)}`);
  return [`${firstLine}${printableLine(who)}, ${when}:`, ...lines, lastLine].join("\n");
}
