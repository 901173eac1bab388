import { hostTitle } from "../prompts/wizard-titles.ts";
import { changeOption } from "../shared/change-option.ts";
import { readRemotes } from "../forge/read-remotes.ts";
import { hostOption, resolveRepository } from "../forge/remotes.ts";
import type { Remote } from "../forge/remotes.ts";
import { exampleName } from "../forge/repository-name.ts";
import type { RepositoryName } from "../forge/repository-name.ts";
import { printRows } from "../terminal/paint.ts";
import { marked, textRows } from "../terminal/rows.ts";
import { InvalidInput } from "../shared/errors.ts";
import type { Hint } from "../shared/errors.ts";
import { namedRepository } from "./named-repository.ts";

interface Asked {
  /** Value of `--repo` as typed; if undefined, the remotes of the current directory are used. */
  readonly repo?: string | undefined;
  readonly host: string;
  readonly verb: string;
}

/** The repository that a wizard uses. If it is unknown, the repositories to offer. */
export interface LocalRepository {
  readonly repository: RepositoryName | undefined;
  /** Title above the questions. */
  readonly subject: string;
  readonly offered: readonly string[];
  /**
   * Notes to show next to the question if the current directory's repository is on another host.
   */
  readonly note: readonly string[];
}

/**
 * Finds the repository for a command that can ask for it. With an answers file, the repository must
 * come from the file or from `--repo`, because the current directory may be unrelated.
 */
export async function findLocation(
  asked: Asked & { readonly answers?: string | undefined },
): Promise<LocalRepository> {
  const { repo, host, answers } = asked;
  if (repo !== undefined) {
    const repository = namedRepository(repo);
    return { repository, subject: repository.full, offered: [], note: [] };
  }
  const unknown = { repository: undefined, subject: hostTitle(host), offered: [], note: [] };
  const found = answers === undefined ? await readRemotes() : undefined;
  if (!found?.isClone) return unknown;
  const { here, elsewhere, taken } = resolveRepository(found, host);
  if (here.length === 0) return { ...unknown, note: elsewhere.slice(0, 1).map(describeElsewhere) };
  if (!taken) return { ...unknown, offered: here.map(({ full }) => full) };
  return { repository: taken, subject: describeTarget(taken), offered: [], note: [] };
}

interface Required extends Asked {
  readonly plain?: boolean | undefined;
  readonly json?: boolean | undefined;
  readonly answers?: string | undefined;
  /** Whether prompts are disabled, so that the operator must name the repository. */
  readonly isUnasked?: boolean;
}

/**
 * Returns the repository for a command that has not asked any questions yet: from `--repo` or from
 * the current clone. A repository from the clone is printed.
 * @throws InvalidInput with the complete command, if no repository is found, or if several are
 *   found and there is no terminal
 */
export async function requireRepository(asked: Required): Promise<RepositoryName> {
  const { repo, host, answers, isUnasked = false } = asked;
  if (repo !== undefined) return namedRepository(repo);
  const found = await readRemotes();
  const remotes = found.isClone ? found : { remotes: [], sure: [] };
  const { here, elsewhere, taken } = resolveRepository(remotes, host);
  if (isUnasked || answers !== undefined) throw unnamed(isUnasked ? "--yes" : "--answers", here);
  if (here.length === 0) throw found.isClone ? noneHere(host, elsewhere) : missing(found.reason);
  if (!taken) return askWhich(asked, here);
  const text = describeTarget(taken);
  printRows((style) => textRows(text, { style, prefix: marked(style, "active") }), process.stderr);
  return taken;
}

function describeTarget({ full }: RepositoryName): string {
  return `${full}, the current directory's remote`;
}

function describeElsewhere(remote: Remote): string {
  return `The current directory's remote is ${remote.repository.full} on ${remote.host}. To use it, add --host ${hostOption(remote)}.`;
}

async function askWhich(
  { host, verb, plain, json }: Required,
  here: readonly RepositoryName[],
): Promise<RepositoryName> {
  if (!process.stdin.isTTY || !(json ? process.stderr : process.stdout).isTTY) {
    const reason =
      here.length > 1
        ? "The current directory has remotes of several repositories"
        : "Could not determine the current directory's repository";
    throw new InvalidInput(
      `${reason}, and no terminal is available for questions.`,
      here.map(nameIt),
    );
  }
  const { openPrompter } = await import("./open-prompter.ts");
  const { chooseRepository } = await import("../../flows/shared/choose-repository.ts");
  const { prompter } = await openPrompter({ plain, json, open: false });
  try {
    const offered = here.map(({ full }) => full);
    return await chooseRepository(prompter, { host, verb, offered, title: "gatehouse" });
  } finally {
    await prompter.close();
  }
}

/** Suggests the same command line with the repository added. */
function nameIt({ full }: Pick<RepositoryName, "full">): Hint {
  return { text: "Add --repo", command: changeOption(process.argv.slice(2), "--repo", full) };
}

const example = { full: exampleName };

function missing(reason: string): InvalidInput {
  return new InvalidInput(`--repo is missing, and ${reason}.`, [nameIt(example)]);
}

function unnamed(option: string, here: readonly RepositoryName[]): InvalidInput {
  const named = here.length > 0 ? here : [example];
  return new InvalidInput(
    `${option} requires --repo, because no questions are asked.`,
    named.map(nameIt),
  );
}

function noneHere(host: string, elsewhere: readonly Remote[]): InvalidInput {
  const [other] = elsewhere;
  if (!other) return missing(`this clone does not have a remote on ${host}`);
  const { full } = other.repository;
  const there = [...process.argv.slice(2), "--repo", full];
  return new InvalidInput(
    `--repo is missing, and the current directory's remote is on ${other.host}, not on ${host}.`,
    [
      {
        text: `For ${full} on ${other.host}`,
        command: changeOption(there, "--host", hostOption(other)),
      },
      { ...nameIt(example), text: `For a repository on ${host}` },
    ],
  );
}
