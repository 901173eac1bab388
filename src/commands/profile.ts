import { defineCommand } from "../cli/command.ts";
import { json } from "../cli/options.ts";
import { text } from "node:stream/consumers";
import { parseProfileFacts } from "../credentials/profile/facts.ts";
import { decideProfile } from "../credentials/profile/decide-profile.ts";
import type { ProfileDecision } from "../credentials/profile/decide-profile.ts";
import { exitCode, InvalidInput } from "../shared/errors.ts";
import type { ExitCode } from "../shared/errors.ts";
import type { RenderOptions } from "../terminal/render-options.ts";
import { paintRows, printingOn } from "../terminal/paint.ts";
import {
  commandRows,
  hanging,
  indented,
  marked,
  noRail,
  textRows,
  type Row,
} from "../terminal/rows.ts";
import { jsonText } from "./outcomes/print-json.ts";
import { explainReadFailure } from "../shared/file-refusals.ts";
import { ourEnvironment } from "../shared/child-environment.ts";
import { readBoundedFile } from "../shared/read-bounded-file.ts";
import { ownCommandLine, readOwnCommandLine } from "../shared/own-command.ts";

/** Input and output of the command; tests provide their own. */
export interface ProfileIo {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly write: (text: string) => void;
  readonly setExitCode: (code: ExitCode) => void;
}

const processIo: ProfileIo = {
  stdin: process.stdin,
  write: (output) => void process.stdout.write(output),
  setExitCode: (code) => {
    process.exitCode = code;
  },
};

const examples = `
Facts (JSON):
  targets         list of "self", "public", "private", "internal"
  mode            "review" or "live"
  destination     location of review outputs: "control", "alternate" or "target"
  appInstallable  whether Apps can be installed: true, false or "unknown"
                  (counts as false)
  patEligible     true if all five conditions for a PAT are met
  patConsent      true if the operator agreed to use a PAT; a stored PAT does
                  not count as consent
  owners          list of the targets' owners
  requiredApis    APIs of the review packages: "contents", "checks" ...
  controlOwner    owner of the control repository; omit if it also owns all
                  targets

Examples:
  $ gatehouse profile --facts facts.json
  $ gatehouse profile --facts - --json < facts.json

Exit codes:
  0  a profile was chosen
  2  the facts are invalid
  5  no profile qualifies
`;

export const profile = defineCommand({
  description: "choose the credential profile with the fewest sufficient permissions",
  options: {
    facts: {
      value: "file",
      isRequired: true,
      summary: "JSON file with the facts, or - for standard input",
    },
    json,
  },
  notes: examples,
  run: (options) => runProfile(options, processIo),
});

export async function runProfile(
  options: { readonly facts: string; readonly json?: boolean },
  io: ProfileIo,
): Promise<void> {
  const decision = decideProfile(await readFacts(options.facts, io));
  io.write(options.json ? jsonText(decision) : paint(decision));
  if (decision.profile === "stop") io.setExitCode(exitCode.incomplete);
}

async function readFacts(path: string, { stdin }: ProfileIo) {
  if (path === "-" && stdin.isTTY) {
    throw new InvalidInput("--facts - reads standard input, but standard input is a terminal.", [
      {
        text: "Pipe the facts to the command, or specify a file",
        command: ownCommandLine("profile", "--facts", "facts.json"),
      },
    ]);
  }
  const source = path === "-" ? "Standard input" : path;
  const json = path === "-" ? await text(stdin) : await readText(path);
  try {
    return parseProfileFacts(JSON.parse(json), source);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new InvalidInput(`${source} is not valid JSON.`, [], { cause });
  }
}

async function readText(path: string): Promise<string> {
  try {
    return await readBoundedFile(path);
  } catch (cause) {
    if (cause instanceof InvalidInput) throw cause;
    const reason = explainReadFailure(cause);
    const hints = [{ text: "Specify a JSON file, or - for standard input" }];
    throw new InvalidInput(`Could not read ${path}: ${reason}.`, hints, { cause });
  }
}

function paint(decision: ProfileDecision): string {
  const printing = printingOn(process.stdout, ourEnvironment());
  return paintRows(profileRows(decision, printing.style), printing);
}

/**
 * Formats a profile and its reasons:
 *
 *  ✔ Profile: read App
 *
 *    Why
 *      PAT: not needed, because Apps can be installed.
 */
export function profileRows(decision: ProfileDecision, style: RenderOptions): Row[] {
  const { profile, reasons, incomplete, next } = decision;
  const prefix = marked(style, profile === "stop" ? "failed" : "done");
  return [
    ...textRows(`Profile: ${nameProfile(decision)}`, { style, prefix, tone: "strong" }),
    ...section("Why", reasons, style),
    ...section("Not visible; workers report these as incomplete", incomplete, style),
    ...(next.length === 0 ? [] : [[], ...textRows("Next", { style, tone: "strong" })]),
    ...next.flatMap((line) =>
      readOwnCommandLine(line) ? commandRows(line, style) : textRows(line, { style }),
    ),
  ];
}

function nameProfile({ profile, readApp, writeApp }: ProfileDecision): string {
  if (profile === "workflow-token") return "workflow token";
  if (profile === "pat") return "fine-grained PAT";
  if (profile === "stop") return "none qualifies";
  if (readApp && writeApp) return "two Apps, one to read and one to write";
  return readApp ? "read App" : "write App";
}

function section(title: string, lines: readonly string[], style: RenderOptions): Row[] {
  if (lines.length === 0) return [];
  const prefix = hanging(indented(noRail, 2));
  return [
    [],
    ...textRows(title, { style, tone: "strong" }),
    ...lines.flatMap((line) => textRows(line, { style, prefix })),
  ];
}
