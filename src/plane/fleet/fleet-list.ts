import { parseRepositoryName } from "../../forge/repository-name.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { InvalidInput } from "../../shared/errors.ts";
import { ownCommandLine } from "../../shared/own-command.ts";
import { readText } from "../../run/control/control-folder.ts";

/** So many jobs the matrix of a run may make. @see https://docs.github.com/actions/reference/limits */
const mostControlPlanes = 256;

/** A name, and where it stands: `--repo`, or `fleet.txt:3`. */
interface NamedAt {
  readonly text: string;
  readonly at: string;
}

/**
 * The control repositories of a fleet, those of the command line and those of a file, in alphabetical order.
 * @param file a name a line; `#` begins a comment
 * @throws InvalidInput for a name that is none, one that is there twice, an empty list, or one that no run can take
 */
export async function readFleetList(
  given: readonly string[],
  file: string | undefined,
): Promise<RepositoryName[]> {
  const listed = file === undefined ? [] : await readList(file);
  return requireFleet([...given.map((text) => ({ text, at: "--repo" })), ...listed]);
}

async function readList(file: string): Promise<NamedAt[]> {
  const text = await readText(file);
  if (text === undefined) throw new InvalidInput(`There is no file ${file}.`);
  const lines = text.replace(/^\ufeff/, "").split(/\r?\n/);
  return lines.flatMap((line, index) => {
    const name = line.replace(/(^|\s)#.*$/, "").trim();
    return name === "" ? [] : [{ text: name, at: `${file}:${index + 1}` }];
  });
}

function requireFleet(named: readonly NamedAt[]): RepositoryName[] {
  const seen = new Map<string, string>();
  const found = named.map(({ text, at }) => {
    const repository = parseRepositoryName(text);
    if (!repository) {
      throw new InvalidInput(`${at}: "${text}" is not a repository's full name.`, [
        { say: "Write it as owner/name: acme/control" },
      ]);
    }
    const key = repository.full.toLowerCase();
    const before = seen.get(key);
    if (before !== undefined) {
      throw new InvalidInput(`${at}: ${repository.full} is there twice, first at ${before}.`);
    }
    seen.set(key, at);
    return repository;
  });
  requireSize(found.length);
  return found.toSorted((one, other) => compareNames(one.full, other.full));
}

function requireSize(size: number): void {
  if (size === 0) {
    throw new InvalidInput("The fleet is empty: no control repository is named.", [
      {
        say: "Name each of them",
        command: ownCommandLine("fleet", "render", "--repo", "acme/control"),
      },
    ]);
  }
  if (size <= mostControlPlanes) return;
  const what = `The fleet has ${size} control repositories, and a run's matrix at most ${mostControlPlanes} jobs.`;
  throw new InvalidInput(what, [
    { say: "Part the list, and write a workflow of its own for each part, by --repos and -o" },
  ]);
}

/** By the alphabet, the same on each machine: the forge does not tell cases apart. */
export function compareNames(one: string, other: string): number {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  return a < b ? -1 : a > b ? 1 : 0;
}
