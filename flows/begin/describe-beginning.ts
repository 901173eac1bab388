import type { SayCommand } from "../../src/plane/repository/command-line.ts";
import { standings } from "../../src/plane/verify/overall-status.ts";
import type { StatusDocument } from "../../src/plane/verify/status-document.ts";
import type { NamedRemote } from "../../src/forge/remotes.ts";
import { count } from "../../src/shared/count.ts";
import type { Hint } from "../../src/shared/errors.ts";
import { ownCommandLine } from "../../src/shared/own-command.ts";

/** Where the folder's repository stands, as far as that is known. */
export type Beginning = Seen | Unseen | Nowhere;

interface Seen {
  readonly state: "seen";
  readonly repo: string;
  /** "incomplete · 2 things to do" */
  readonly words: string;
  /** What is wrong, a line each. */
  readonly wrong: readonly string[];
  /** What there is to do, the most urgent first. */
  readonly next: readonly Hint[];
  /** What one may do besides. */
  readonly besides: readonly Hint[];
}

/** The forge was asked, and did not tell. */
interface Unseen {
  readonly state: "unseen";
  readonly message: string;
  readonly hints: readonly Hint[];
}

/** The folder names no repository of a forge that is one without a doubt; nobody was asked. */
interface Nowhere {
  readonly state: "nowhere";
  readonly words: readonly string[];
  readonly next: readonly Hint[];
}

export function describeSeen(
  { repo, standing, wrong, next }: StatusDocument,
  command: SayCommand,
): Beginning {
  const todo = next.length === 0 ? "nothing to do" : `${count(next.length, "thing")} to do`;
  const watch = { say: "See runs and the gate, as they change", command: command("dashboard") };
  return {
    state: "seen",
    repo,
    words: `${standings[standing]} · ${todo}`,
    wrong: wrong.map(({ title, evidence }) => `${title}: ${evidence[0] ?? "wrong"}`),
    next,
    besides: [
      { say: "All that is known", command: command("status") },
      ...(standing === "not set up" ? [] : [watch]),
    ],
  };
}

/** A folder without a forge's remote: one on another host is looked at only by whoever says so. */
export function describeNowhere(other: NamedRemote | undefined): Beginning {
  if (!other) return { state: "nowhere", words: [], next: [] };
  const { full } = other.repository;
  return {
    state: "nowhere",
    words: [`This folder's remote is ${full} on ${other.host}. Nothing was asked there.`],
    next: [
      {
        say: "Look whether it is set up there",
        command: ownCommandLine("status", "--host", other.hostOption, "--repo", full),
      },
    ],
  };
}
