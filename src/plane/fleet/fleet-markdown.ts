import { count } from "../../shared/count.ts";
import { needsPerson } from "./fleet-report.ts";
import type { FleetMember, FleetReport } from "./fleet-report.ts";

/** Number of repositories with details, because GitHub truncates a summary at 1 MiB. */
const mostTold = 30;
/** Number of listed failures and expirations per repository. */
export const mostListed = 20;
/** Size limit in bytes. A summary can have 1 MiB. */
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
  const told = describeFirst(urgent);
  const left = urgent.length - told.length;
  const where = document === undefined ? "with `--json`" : `in ${plain(document)}`;
  return [
    "### Fleet of control planes",
    "",
    `**${plain(describeVerdict(report))}**`,
    "",
    "| control repository | state | failed checks | expires | credential |",
    "| --- | --- | --- | --- | --- |",
    ...repositories.map(tableLine),
    ...told,
    ...(left > 0
      ? ["", `${count(left, "more repository")} need attention: see the full report ${where}.`]
      : []),
    ...(strays.length > 0
      ? ["", `Files that are not valid results: ${few(strays).join(", ")}.`]
      : []),
  ].join("\n");
}

/** Describes the most urgent repositories completely, as many as fit. */
function describeFirst(urgent: readonly FleetMember[]): string[] {
  const told: string[] = [];
  let left = longestDetails;
  for (const member of urgent.slice(0, mostTold)) {
    const text = describeMember(member).join("\n");
    left -= Buffer.byteLength(text);
    if (left < 0) break;
    told.push(text);
  }
  return told;
}

/** `2 of 3 control planes need attention: 1 complete, 1 incomplete, 1 unreadable.` */
export function describeVerdict({ repositories, counts, strays }: FleetReport): string {
  const urgent = repositories.filter(needsPerson).length;
  const all = count(repositories.length, "control plane");
  const states = Object.entries(counts).filter(([, number]) => number > 0);
  const told = states.map(([state, number]) => `${number} ${state}`).join(", ");
  const needs = urgent === 1 ? "needs" : "need";
  const who =
    urgent === 0 ? `None of ${all} needs attention` : `${urgent} of ${all} ${needs} attention`;
  const left = strays.length > 0 ? `; ${count(strays.length, "invalid file")}` : "";
  if (repositories.length === 0) return `No results found${left}.`;
  return `${who}: ${told}${left}.`;
}

/** Only a run can test the stored keys. */
export const unproved = "complete, except for checks that need a run";

/** Describes the overall status of a repository in a few words. */
export function describeOverallStatus({ state, standing, because }: FleetMember): string {
  if (because !== null) return `${state}: ${because}`;
  if (state === "complete") return standing === "complete" ? state : unproved;
  return standing === null || standing === state ? state : `${state}: ${standing}`;
}

/** An unused half of a pair is shown even if everything is complete. */
function describeCredential({ credential, passedOver }: FleetMember): string {
  const name = credential === null ? "" : plain(credential);
  return passedOver.length > 0 ? `${name}; the App's credential is incomplete` : name;
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
  const { repo, failing, unseen, expiring, ungranted, passedOver, next } = member;
  return [
    "",
    `#### ${plain(repo)}`,
    "",
    `${plain(describeOverallStatus(member))}`,
    "",
    ...listed(expiring, ({ say }) => plain(say)),
    ...listed(failing, ({ title, evidence }) => `**${plain(title)}**: ${few(evidence).join(" ")}`),
    ...listed(unseen, ({ title, evidence }) =>
      [`Unknown: **${plain(title)}**:`, ...few(evidence)].join(" "),
    ),
    ...(ungranted.length > 0
      ? [`- Permissions that the fleet's App lacks: ${few(ungranted).join(", ")}`]
      : []),
    ...listed(passedOver, plain),
    ...next.slice(0, mostEvidence).map(({ say, command, link }) => {
      const what = command ?? link;
      return `- ${plain(say)}${what === undefined ? "" : `: <code>${plain(what)}</code>`}`;
    }),
  ];
}

function listed<T>(all: readonly T[], tell: (each: T) => string): string[] {
  const left = all.length - mostListed;
  const told = all.slice(0, mostListed).map((each) => `- ${tell(each)}`);
  return left > 0 ? [...told, `- and ${left} more`] : told;
}

function few(texts: readonly string[]): string[] {
  const left = texts.length - mostEvidence;
  return [...texts.slice(0, mostEvidence).map(plain), ...(left > 0 ? [`and ${left} more`] : [])];
}

/** Escapes every character with a meaning in Markdown or HTML as a numeric character reference. */
function plain(text: string): string {
  const short = text.length > longestText ? `${text.slice(0, longestText)} …` : text;
  const line = short.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, " ").trim();
  // A colon or a dot inside a word could turn the word into a link.
  return line.replaceAll(
    /[&<>"'`*_{}[\]()#!|~@\\$^]|:(?=\S)|\.(?=\w)/g,
    (sign) => `&#${sign.codePointAt(0)};`,
  );
}
