import type { ForgeClient } from "../../forge/client.ts";
import { ForgeUnreachable, RateLimited, RefusedByForge } from "../../forge/forge-errors.ts";
import { readTargetFacts } from "../../forge/resources/target-facts.ts";
import type { TargetAnswer, TargetFacts } from "../../forge/resources/target-facts.ts";
import type { KnownHead, KnownHeads } from "./known-heads.ts";
import { hasAllowedOwner } from "./complete-answers.ts";

/** How many repositories a query is about: with their files, and without where these are known. */
const chunkWithFiles = 125;
const chunkWithoutFiles = 500;
/** A query that is refused as too much is asked in halves, but for so few no more. */
const smallestChunk = 25;
/** Above what 10,000 targets take; whatever needs more is not going to end. */
const mostQueries = 120;
/** A forge that stumbles again and again is left alone. */
const mostFailures = 4;

export interface QueryOptions {
  readonly client: ForgeClient;
  readonly folder: string;
  readonly allowedOwners: readonly string[];
  readonly known: KnownHeads;
  readonly say: (what: string) => void;
}

/** A limit, a forge that does not answer, or one that has no such API. */
export type Stop = RefusedByForge | ForgeUnreachable;

export interface QueriedTargets {
  /** By the target as it was given; none for those behind an end. */
  readonly answers: ReadonlyMap<string, TargetAnswer>;
  readonly cost: number;
  readonly ended: Stop | undefined;
}

interface Chunk {
  readonly names: readonly string[];
  readonly withFiles: boolean;
}

/**
 * Looks at targets by as few queries as the forge answers. Whose files are known is asked for its head first: only if
 * that has moved, for its files.
 * @throws RefusedByForge where the credential itself is refused
 */
export async function queryTargets(
  targets: readonly string[],
  options: QueryOptions,
): Promise<QueriedTargets> {
  const { known } = options;
  const isKnown = (name: string) => known.has(name.toLowerCase());
  const query = new TargetQueries(options, targets.length);
  const fresh = targets.filter((name) => !isKnown(name));
  query.add(targets.filter(isKnown), { withFiles: false });
  query.add(fresh, { withFiles: true });
  const ended = await query.run();
  return { answers: query.answers, cost: query.cost, ended };
}

class TargetQueries {
  readonly answers = new Map<string, TargetAnswer>();
  cost = 0;
  readonly #options: QueryOptions;
  readonly #total: number;
  readonly #queue: Chunk[] = [];
  #made = 0;
  #failures = 0;
  #lacksSwitch = false;

  constructor(options: QueryOptions, total: number) {
    this.#options = options;
    this.#total = total;
  }

  add(names: readonly string[], { withFiles }: Pick<Chunk, "withFiles">): void {
    const size = withFiles ? chunkWithFiles : chunkWithoutFiles;
    for (let at = 0; at < names.length; at += size) {
      this.#queue.push({ names: names.slice(at, at + size), withFiles });
    }
  }

  /** @returns what ended it before its time */
  async run(): Promise<QueriedTargets["ended"]> {
    for (let chunk = this.#queue.shift(); chunk; chunk = this.#queue.shift()) {
      if (this.#made >= mostQueries) {
        this.#giveUp(chunk.names, `${mostQueries} queries were made, which is the bound`);
        continue;
      }
      this.#options.say(`${this.answers.size} of ${this.#total} targets`);
      try {
        await this.#ask(chunk);
      } catch (error) {
        if (error instanceof RateLimited || isOfApi(error)) return error;
        if (!(error instanceof ForgeUnreachable)) throw error;
        this.#failures += 1;
        // Nothing came at all: the forge is not there.
        const isGone = error.status === undefined && error.constructor === ForgeUnreachable;
        if (isGone || this.#failures > mostFailures) return error;
        this.#askAgain(chunk, error.message);
      }
    }
    return undefined;
  }

  async #ask({ names, withFiles }: Chunk): Promise<void> {
    this.#made += 1;
    const { client, folder, known, allowedOwners } = this.#options;
    const found = await readTargetFacts(client, names, {
      filesIn: withFiles ? folder : undefined,
      pullRequestSwitch: !this.#lacksSwitch,
    });
    this.cost += found.cost;
    this.#lacksSwitch = found.lacksSwitch;
    const moved: string[] = [];
    const cut: string[] = [];
    for (const [index, answer] of found.answers.entries()) {
      const name = names[index] ?? "";
      if (answer.state === "cut") cut.push(name);
      else if (withFiles || answer.state !== "found") this.answers.set(name, answer);
      else if (!hasMoved(answer.facts, known.get(name.toLowerCase()))) {
        this.answers.set(name, answer);
      } else {
        // What it is counts also where its files are not come to.
        this.answers.set(name, { ...answer, refused: [...answer.refused, filesNotAsked] });
        if (hasAllowedOwner(answer.facts.fullName, allowedOwners)) moved.push(name);
      }
    }
    this.add(moved, { withFiles: true });
    if (cut.length === 0) return;
    this.#failures += 1;
    const because = "the forge did not answer for it";
    if (this.#failures > mostFailures) this.#giveUp(cut, because);
    else this.#askAgain({ names: cut, withFiles }, because);
  }

  #askAgain({ names, withFiles }: Chunk, because: string): void {
    if (names.length <= smallestChunk) return this.#giveUp(names, because);
    const half = Math.ceil(names.length / 2);
    this.#queue.unshift(
      { names: names.slice(0, half), withFiles },
      { names: names.slice(half), withFiles },
    );
  }

  #giveUp(names: readonly string[], because: string): void {
    for (const name of names) {
      if (!this.answers.has(name)) this.answers.set(name, { state: "unread", because });
    }
  }
}

/** Refused, but not for the credential: a server without this API. */
function isOfApi(error: unknown): error is RefusedByForge {
  return error instanceof RefusedByForge && ![401, 403].includes(error.status);
}

const filesNotAsked = {
  what: "files",
  because: "the run did not come to them",
} as const;

/** Whether what is known is of another commit, or of another repository that has the name now. */
function hasMoved(
  { id, defaultBranch }: TargetFacts,
  known: Pick<KnownHead, "id" | "head"> | undefined,
): boolean {
  return known?.id !== id || known.head !== defaultBranch?.head;
}
