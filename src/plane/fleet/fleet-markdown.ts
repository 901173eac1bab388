import { count } from "../../shared/count.ts";
import { needsPerson } from "./fleet-report.ts";
import type { FleetMember, FleetReport } from "./fleet-report.ts";

/** More than these would be too long for a summary, which the forge cuts off at a mebibyte. */
const mostTold = 30;
/** Of what one member fails by, and of what expires. */
export const mostListed = 20;
/** In bytes; a summary may have a mebibyte, and other steps' words are none of it. */
const longestDetails = 700_000;
const mostEvidence = 3;
const longestText = 400;

const signs = { complete: "✔", incomplete: "✖", unreadable: "?" } as const;

/**
 * The report as Markdown for a run's summary. What others wrote is in it as text and nothing else.
 * @param document where the rest is told, when it is too much
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
    "| control repository | state | fails | expires | read with |",
    "| --- | --- | --- | --- | --- |",
    ...repositories.map(tableLine),
    ...told,
    ...(left > 0
      ? ["", `${count(left, "more repository")} need a person: see them ${where}.`]
      : []),
    ...(strays.length > 0
      ? ["", `No reports, and not understood: ${few(strays).join(", ")}.`]
      : []),
  ].join("\n");
}

/** Each whole, the most urgent first, as many as there is room for. */
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

/** `2 of 3 control planes need a person: 1 complete, 1 incomplete, 1 unreadable.` */
export function describeVerdict({ repositories, counts, strays }: FleetReport): string {
  const urgent = repositories.filter(needsPerson).length;
  const all = count(repositories.length, "control plane");
  const states = Object.entries(counts).filter(([, number]) => number > 0);
  const told = states.map(([state, number]) => `${number} ${state}`).join(", ");
  const needs = urgent === 1 ? "needs" : "need";
  const who =
    urgent === 0 ? `None of ${all} needs a person` : `${urgent} of ${all} ${needs} a person`;
  const left = strays.length > 0 ? `; ${count(strays.length, "file")} not understood` : "";
  if (repositories.length === 0) return `Nothing was seen: no look is there${left}.`;
  return `${who}: ${told}${left}.`;
}

/** Nobody but a run can try the stored keys. */
export const unproved = "complete, but for what only a run can tell";

/** How one stands, in a few words. */
export function describeOverallStatus({ state, standing, because }: FleetMember): string {
  if (because !== null) return `${state}: ${because}`;
  if (state === "complete") return standing === "complete" ? state : unproved;
  return standing === null || standing === state ? state : `${state}: ${standing}`;
}

/** A half of a pair that nobody uses is to be seen though all is complete. */
function describeCredential({ credential, passedOver }: FleetMember): string {
  const name = credential === null ? "" : plain(credential);
  return passedOver.length > 0 ? `${name}; the App has half a pair` : name;
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
      [`Not seen: **${plain(title)}**:`, ...few(evidence)].join(" "),
    ),
    ...(ungranted.length > 0
      ? [`- The fleet's App may not read: ${few(ungranted).join(", ")}`]
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

/** Every character that Markdown or HTML could take for its own is written as its number. */
function plain(text: string): string {
  const short = text.length > longestText ? `${text.slice(0, longestText)} …` : text;
  const line = short.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, " ").trim();
  // A colon or a dot inside of a word could make an address of it, which a reader would follow.
  return line.replaceAll(
    /[&<>"'`*_{}[\]()#!|~@\\$^]|:(?=\S)|\.(?=\w)/g,
    (sign) => `&#${sign.codePointAt(0)};`,
  );
}
