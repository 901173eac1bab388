import type { ForgeClient } from "../../forge/client.ts";
import { ForgeUnreachable, RateLimited, RefusedByForge } from "../../forge/forge-errors.ts";
import { readTargetFacts } from "../../forge/resources/target-facts.ts";
import type { TargetAnswer, TargetFacts } from "../../forge/resources/target-facts.ts";
import type { KnownHead, KnownHeads } from "./known-heads.ts";
import { hasAllowedOwner } from "./complete-answers.ts";

/** Maximum number of repositories per query, with and without their files. */
const chunkWithFiles = 125;
const chunkWithoutFiles = 500;
/**
 * Minimum number of repositories per query. A query that is rejected as too large is split in half,
 * down to this size.
 */
const smallestChunk = 25;
/**
 * Maximum number of queries. This is more than enough for 10,000 targets; a run that needs more
 * queries would not finish.
 */
const mostQueries = 120;
/** The number of failures after which no more requests are sent. */
const mostFailures = 4;

export interface QueryOptions {
  readonly client: ForgeClient;
  readonly folder: string;
  readonly allowedOwners: readonly string[];
  readonly known: KnownHeads;
  readonly report: (what: string) => void;
}

/**
 * An error that stops the run before all targets are read: a rate limit, no response, or a server
 * without this API.
 */
export type Stop = RefusedByForge | ForgeUnreachable;

export interface QueriedTargets {
  /** Answers by target name. Targets that were not reached have no entry. */
  readonly answers: ReadonlyMap<string, TargetAnswer>;
  readonly cost: number;
  readonly ended: Stop | undefined;
}

interface Chunk {
  readonly names: readonly string[];
  readonly withFiles: boolean;
}

/**
 * Inspects targets with as few queries as possible. If a target's files are known, only its head is
 * queried, and its files only if the head has changed.
 * @throws RefusedByForge if the credential itself is rejected
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

  /** @returns the error that stopped the run early; undefined if it finished */
  async run(): Promise<QueriedTargets["ended"]> {
    for (let chunk = this.#queue.shift(); chunk; chunk = this.#queue.shift()) {
      if (this.#made >= mostQueries) {
        this.#giveUp(chunk.names, `the limit of ${mostQueries} queries was reached`);
        continue;
      }
      this.#options.report(`${this.answers.size} of ${this.#total} targets`);
      try {
        await this.#ask(chunk);
      } catch (error) {
        if (error instanceof RateLimited || isOfApi(error)) return error;
        if (!(error instanceof ForgeUnreachable)) throw error;
        this.#failures += 1;
        // If there was no response at all, the forge is unreachable.
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
        // Keeps the other data, in case the target's files are never read.
        this.answers.set(name, { ...answer, refused: [...answer.refused, filesNotAsked] });
        if (hasAllowedOwner(answer.facts.fullName, allowedOwners)) moved.push(name);
      }
    }
    this.add(moved, { withFiles: true });
    if (cut.length === 0) return;
    this.#failures += 1;
    const reason = "the API did not return data for it";
    if (this.#failures > mostFailures) this.#giveUp(cut, reason);
    else this.#askAgain({ names: cut, withFiles }, reason);
  }

  #askAgain({ names, withFiles }: Chunk, reason: string): void {
    if (names.length <= smallestChunk) return this.#giveUp(names, reason);
    const half = Math.ceil(names.length / 2);
    this.#queue.unshift(
      { names: names.slice(0, half), withFiles },
      { names: names.slice(half), withFiles },
    );
  }

  #giveUp(names: readonly string[], reason: string): void {
    for (const name of names) {
      if (!this.answers.has(name)) this.answers.set(name, { state: "unread", reason });
    }
  }
}

/**
 * Returns whether the forge rejected the API rather than the credential, as a server without this
 * API does.
 */
function isOfApi(error: unknown): error is RefusedByForge {
  return error instanceof RefusedByForge && ![401, 403].includes(error.status);
}

const filesNotAsked = {
  what: "files",
  reason: "not reached by this run",
} as const;

/**
 * Returns whether the known data belongs to a different commit, or to a different repository that
 * now has this name.
 */
function hasMoved(
  { id, defaultBranch }: TargetFacts,
  known: Pick<KnownHead, "id" | "head"> | undefined,
): boolean {
  return known?.id !== id || known.head !== defaultBranch?.head;
}
