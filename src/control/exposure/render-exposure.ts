import { marks } from "../../shared/marks.ts";
import { printableLine } from "../../shared/print-text.ts";
import { neverSearched } from "./search.ts";
import type { ExposureSearch } from "./search.ts";
import { nameStep } from "./exposure.ts";
import { storedCredentials, titleOfCredential } from "../../credentials/credential.ts";
import { rotateOptions } from "../command-line.ts";
import type { SayCommand } from "../command-line.ts";
import type { ExposureEntry, ExposureRecord, ExposureResult } from "./exposure.ts";

/** One thing to do next, as a command to paste. */
export interface NextStep {
  readonly say: string;
  readonly command: string;
}

/** What is left to do, or worth doing, after this run. */
export function listNext(
  { state, remaining, entries }: ExposureRecord,
  command: SayCommand,
): NextStep[] {
  const isUninstalled = entries.some(
    ({ step, result }) => step.startsWith("uninstalled ") && result === "done",
  );
  return [
    ...storedCredentials
      .filter((credential) => remaining.includes(`rotated ${credential}`))
      .map((credential) => ({
        say: "Rotate the credential",
        command: command("rotate", rotateOptions(credential)),
      })),
    ...(isUninstalled ? [{ say: "Install the App again", command: command("setup") }] : []),
    state === "open"
      ? { say: "Go on with this incident", command: command("exposed") }
      : { say: "Verify before promotion to live mode", command: command("verify") },
  ];
}

const marksOfResults: Readonly<Record<ExposureResult, string>> = {
  done: marks.done,
  told: marks.told,
  partial: marks.attention,
  failed: marks.failed,
  skipped: marks.skipped,
  unknown: marks.unknown,
};

/** The record as text that stands by itself. It holds no secret. */
export function renderExposure(record: ExposureRecord, command: SayCommand): string {
  const { host, repository, incident, state, credentials, entries, open } = record;
  const search = entries.findLast((entry) => entry.search !== undefined)?.search;
  return [
    `Suspected exposure: ${repository} on ${host}`,
    "",
    `Incident     ${incident.openedAt}, opened by ${incident.openedBy}`,
    `State        ${state}`,
    `Credentials  ${credentials.map(titleOfCredential).join(", ")}`,
    `Packages     ${incident.packages.join(", ") || "none named"}`,
    "",
    "What was done (UTC; told: the operator's word, not observed)",
    ...entries.flatMap(renderEntry),
    ...(search ? renderSearch(search) : []),
    ...(open.length > 0 ? ["", "Still open", ...open.map((line) => `  ${line}`)] : []),
    "",
    "Next",
    ...listNext(record, command).flatMap((next) => [`  ${next.say}:`, `    ${next.command}`]),
    "",
  ]
    .map(printableLine)
    .join("\n");
}

function renderEntry({ step, at, by, result, said, evidence }: ExposureEntry): string[] {
  return [
    `  ${at}  ${marksOfResults[result]} ${result.padEnd(7)}  ${nameStep(step)} (by ${by})`,
    `    ${said}`,
    ...evidence.map((line) => `    · ${line}`),
  ];
}

function renderSearch(search: ExposureSearch): string[] {
  const { since, until, by, searched, findings, notSearched } = search;
  const how =
    by === "value"
      ? "the credential itself, and all that looks like a key or a token"
      : "all that looks like a key or a token; the credential itself was not at hand";
  return [
    "",
    `Search from ${since} to ${until}`,
    `  for ${how}`,
    `  in ${searched.logs} job logs and ${searched.outputs} issues, comments and pull requests`,
    ...list(
      "Found",
      findings.map(({ where, what, link }) => `${what}: ${where} ${link}`),
    ),
    ...list(
      "Not searched, so not known",
      notSearched.map(({ where, because }) => `${where}: ${because}`),
    ),
    ...list("Never searched", neverSearched),
  ];
}

function list(title: string, lines: readonly string[]): string[] {
  return [
    `  ${title}:`,
    ...(lines.length === 0 ? ["nothing"] : lines).map((line) => `    ${line}`),
  ];
}
