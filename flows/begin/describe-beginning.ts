import type { CommandFormatter } from "../../src/plane/repository/command-line.ts";
import { summarizeStatus } from "../../src/plane/verify/overall-status.ts";
import type { StatusDocument } from "../../src/plane/verify/status-document.ts";
import type { NamedRemote } from "../../src/forge/remotes.ts";
import type { Hint } from "../../src/shared/errors.ts";
import { ownCommandLine } from "../../src/shared/own-command.ts";

/** The known state of the current directory's repository. */
export type Beginning = Seen | Unseen | Nowhere;

interface Seen {
  readonly state: "seen";
  readonly repo: string;
  /** Status line, such as "incomplete · 2 things to do". */
  readonly words: string;
  /** One line for each problem. */
  readonly wrong: readonly string[];
  /** The next steps, the most urgent first. */
  readonly next: readonly Hint[];
  /** Optional commands. */
  readonly additional: readonly Hint[];
}

/** A repository whose state could not be read. */
interface Unseen {
  readonly state: "unseen";
  readonly message: string;
  readonly hints: readonly Hint[];
}

/** A current directory without a remote on a known forge, so no request was sent. */
interface Nowhere {
  readonly state: "nowhere";
  readonly words: readonly string[];
  readonly next: readonly Hint[];
}

export function describeSeen(status: StatusDocument, command: CommandFormatter): Beginning {
  const { repo, overallStatus, wrong, next } = status;
  const watch = { text: "Watch runs and the gate live", command: command("dashboard") };
  return {
    state: "seen",
    repo,
    words: summarizeStatus(status),
    wrong: wrong.map(({ title, evidence }) => `${title}: ${evidence[0] ?? "wrong"}`),
    next,
    additional: [
      { text: "Show the full status", command: command("status") },
      ...(overallStatus === "not set up" ? [] : [watch]),
    ],
  };
}

/**
 * Describes a directory without a remote on a known forge. gatehouse contacts other hosts only if
 * the user requests it.
 */
export function describeNowhere(other: NamedRemote | undefined): Beginning {
  if (!other) return { state: "nowhere", words: [], next: [] };
  const { full } = other.repository;
  return {
    state: "nowhere",
    words: [
      `This directory's remote is ${full} on ${other.host}. No request was sent to that host.`,
    ],
    next: [
      {
        text: "Check the status of this repository",
        command: ownCommandLine("status", "--host", other.hostOption, "--repo", full),
      },
    ],
  };
}
