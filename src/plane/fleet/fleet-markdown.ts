import { count } from "../../shared/count.ts";
import { needsPerson } from "./fleet-report.ts";
import type { FleetMember, FleetReport } from "./fleet-report.ts";

/** Maximum number of repositories with details, because GitHub truncates a summary at 1 MiB. */
const mostPrinted = 30;
/** Maximum number of failures and expirations listed for each repository. */
export const mostListed = 20;
/** Size limit in bytes, below GitHub's limit of 1 MiB for a summary. */
const longestDetails = 700_000;
const mostEvidence = 3;
const longestText = 400;

const signs = { complete: "✔", incomplete: "✖", unreadable: "?" } as const;

/**
 * Renders the report as Markdown for a run's summary. Text from other users is escaped.
 *
 * @param document file with the complete report, in case the summary is truncated
 */
export function writeFleetMarkdown(report: FleetReport, document: string | undefined): string {
  const { repositories, strays } = report;
  const urgent = repositories.filter(needsPerson);
  const listed = describeFirst(urgent);
  const left = urgent.length - listed.length;
  const where = document === undefined ? "with `--json`" : `in ${plain(document)}`;
  return [
    "### Fleet of control planes",
    "",
    `**${plain(describeVerdict(report))}**`,
    "",
    "| control repository | state | failed checks | expires | credential |",
    "| --- | --- | --- | --- | --- |",
    ...repositories.map(tableLine),
    ...listed,
    ...(left > 0
      ? ["", `${count(left, "more repository")} need attention: see the full report ${where}.`]
      : []),
    ...(strays.length > 0
      ? ["", `Files that are not valid results: ${few(strays).join(", ")}.`]
      : []),
  ].join("\n");
}

/** Describes the most urgent repositories in full, as many as fit. */
function describeFirst(urgent: readonly FleetMember[]): string[] {
  const listed: string[] = [];
  let left = longestDetails;
  for (const member of urgent.slice(0, mostPrinted)) {
    const text = describeMember(member).join("\n");
    left -= Buffer.byteLength(text);
    if (left < 0) break;
    listed.push(text);
  }
  return listed;
}

/**
 * Returns a line such as `2 of 3 control planes need attention: 1 complete, 1 incomplete, 1
 * unreadable.`
 */
export function describeVerdict({ repositories, counts, strays }: FleetReport): string {
  const urgent = repositories.filter(needsPerson).length;
  const all = count(repositories.length, "control plane");
  const states = Object.entries(counts).filter(([, number]) => number > 0);
  const listed = states.map(([state, number]) => `${number} ${state}`).join(", ");
  const needs = urgent === 1 ? "needs" : "need";
  const who =
    urgent === 0 ? `None of ${all} needs attention` : `${urgent} of ${all} ${needs} attention`;
  const left = strays.length > 0 ? `; ${count(strays.length, "invalid file")}` : "";
  if (repositories.length === 0) return `No results found${left}.`;
  return `${who}: ${listed}${left}.`;
}

/** Only a run can test the stored keys. */
export const unproved = "complete, except for checks that need a run";

export function describeOverallStatus({ state, overallStatus, reason }: FleetMember): string {
  if (reason !== null) return `${state}: ${reason}`;
  if (state === "complete") return overallStatus === "complete" ? state : unproved;
  return overallStatus === null || overallStatus === state ? state : `${state}: ${overallStatus}`;
}

/**
 * Returns the credential's name. An incomplete App credential is mentioned even if everything else
 * is complete.
 */
function describeCredential({ credential, skipped }: FleetMember): string {
  const name = credential === null ? "" : plain(credential);
  return skipped.length > 0 ? `${name}; the App's credential is incomplete` : name;
}

function tableLine(member: FleetMember): string {
  const { repo, state, failing, expiring } = member;
  const cells = [
    plain(repo),
    `${signs[state]} ${state}`,
    failing.length === 0 ? "" : String(failing.length),
    few(expiring.map(({ expiresAt }) => expiresAt.slice(0, 10))).join(", "),
    describeCredential(member),
  ];
  return `| ${cells.join(" | ")} |`;
}

function describeMember(member: FleetMember): string[] {
  const { repo, failing, unverified, expiring, ungranted, skipped, next } = member;
  return [
    "",
    `#### ${plain(repo)}`,
    "",
    `${plain(describeOverallStatus(member))}`,
    "",
    ...listed(expiring, ({ text }) => plain(text)),
    ...listed(failing, ({ title, evidence }) => `**${plain(title)}**: ${few(evidence).join(" ")}`),
    ...listed(unverified, ({ title, evidence }) =>
      [`Unknown: **${plain(title)}**:`, ...few(evidence)].join(" "),
    ),
    ...(ungranted.length > 0
      ? [`- Permissions that the fleet's App lacks: ${few(ungranted).join(", ")}`]
      : []),
    ...listed(skipped, plain),
    ...next.slice(0, mostEvidence).map(({ text, command, link }) => {
      const what = command ?? link;
      return `- ${plain(text)}${what === undefined ? "" : `: <code>${plain(what)}</code>`}`;
    }),
  ];
}

function listed<T>(all: readonly T[], describe: (each: T) => string): string[] {
  const left = all.length - mostListed;
  const lines = all.slice(0, mostListed).map((each) => `- ${describe(each)}`);
  return left > 0 ? [...lines, `- and ${left} more`] : lines;
}

function few(texts: readonly string[]): string[] {
  const left = texts.length - mostEvidence;
  return [...texts.slice(0, mostEvidence).map(plain), ...(left > 0 ? [`and ${left} more`] : [])];
}

/** Escapes every character that is special in Markdown or HTML as a numeric character reference. */
function plain(text: string): string {
  const short = text.length > longestText ? `${text.slice(0, longestText)} …` : text;
  const line = short.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, " ").trim();
  // A colon or a dot inside a word could turn the word into a link.
  return line.replaceAll(
    /[&<>"'`*_{}[\]()#!|~@\\$^]|:(?=\S)|\.(?=\w)/g,
    (sign) => `&#${sign.codePointAt(0)};`,
  );
}
