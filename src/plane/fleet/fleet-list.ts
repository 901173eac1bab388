import { parseRepositoryName } from "../../forge/repository-name.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { InvalidInput } from "../../shared/errors.ts";
import { typedWith } from "../../shared/change-option.ts";
import { readText } from "../../run/control/control-folder.ts";

/**
 * GitHub's limit for the jobs of a matrix.
 *
 * @see https://docs.github.com/actions/reference/limits
 */
const mostControlPlanes = 256;

/** A name and its origin: `--repo`, or `fleet.txt:3`. */
interface NamedAt {
  readonly text: string;
  readonly at: string;
}

/**
 * Reads the control repositories of a fleet from the command line and a file, in alphabetical
 * order.
 *
 * @param file one name per line; `#` begins a comment
 * @throws InvalidInput for an invalid or duplicate name, an empty list, or a list that is too long
 *   for one run
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
  if (text === undefined) throw new InvalidInput(`File not found: ${file}`);
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
      throw new InvalidInput(`${at}: "${text}" is not a full repository name.`, [
        { text: "Write it as owner/name: acme/control" },
      ]);
    }
    const key = repository.full.toLowerCase();
    const before = seen.get(key);
    if (before !== undefined) {
      throw new InvalidInput(`${at}: ${repository.full} is listed twice, first at ${before}.`);
    }
    seen.set(key, at);
    return repository;
  });
  requireSize(found.length);
  return found.toSorted((one, other) => compareNames(one.full, other.full));
}

function requireSize(size: number): void {
  if (size === 0) {
    throw new InvalidInput("The fleet is empty: no control repository was specified.", [
      {
        text: "Specify each control repository",
        command: typedWith(["fleet", "render"], "--repo", "acme/control"),
      },
    ]);
  }
  if (size <= mostControlPlanes) return;
  const what = `The fleet has ${size} control repositories, but a matrix is limited to ${mostControlPlanes} jobs.`;
  throw new InvalidInput(what, [
    { text: "Split the list, and render one workflow for each part with --repos and -o" },
  ]);
}

/** Compares alphabetically, with the same result on every machine. GitHub ignores case in names. */
export function compareNames(one: string, other: string): number {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  return a < b ? -1 : a > b ? 1 : 0;
}
