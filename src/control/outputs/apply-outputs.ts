import type { Handler } from "../../credentials/apps/handlers.ts";
import { RateLimited, RefusedByForge } from "../../forge/forge-errors.ts";
import { isNeverSent } from "../../forge/never-sent.ts";
import { Cancelled, InvalidInput, UserError } from "../../shared/errors.ts";
import { lockFile } from "../../shared/file-lock.ts";
import { carryOut, type CarriedOut } from "./carry-out.ts";
import { createEarlierOutputs, type EarlierOutputs } from "./earlier-outputs.ts";
import { holdTokens, type OutputPlace, type OutputTokens } from "./hold-tokens.ts";
import { journalPathOf, openOutputJournal, type OutputJournal } from "./output-journal.ts";
import { explainEnd } from "./explain-end.ts";
import { ProposalRefused } from "./proposal-refused.ts";
import type { OutputLimits } from "./output-limits.ts";
import { planOutputs, type PlannedOutput } from "./plan-outputs.ts";
import { requireJudged } from "./fingerprint.ts";
import { readOutputFile } from "./read-output-file.ts";
import { largestFile, readProposals, type ProposalFault } from "./read-proposals.ts";
import type { ProposedLine } from "./proposal.ts";
import {
  chooseBearer,
  isLaterAttempt,
  requireOwnRepository,
  secretsOf,
  signatureOf,
} from "./step-environment.ts";
import { findUnlistedWorkers, type ListWorkers } from "./workers.ts";

/** What became of one proposal. */
export interface Output {
  readonly handler: Handler;
  /** From 1. */
  readonly line: number;
}

/** What became of all of them. */
export interface Applied {
  readonly applied: readonly (Output & { readonly url: string })[];
  /** Not to be carried out. */
  readonly left: readonly (Output & { readonly because: string })[];
  readonly failed: readonly (Output & { readonly because: string })[];
  /** What else is to be said: a credential that was passed over, a token that lives on. */
  readonly notes: readonly string[];
  /** What ended it before its end. */
  readonly stopped: UserError | undefined;
}

/** Something that just became of a proposal. */
export type Step = Output & {
  /** The how manieth of its handler, of how many. */
  readonly number: number;
  readonly of: number;
} & (
    | { readonly is: "applied" | "applied before"; readonly url: string; readonly name: string }
    | { readonly is: "failed"; readonly because: string }
  );

export interface ApplyWish extends Omit<OutputPlace, "repository"> {
  /** The agent's file. */
  readonly proposals: string;
  /** Of the file that was judged; undefined where nobody told it. */
  readonly fingerprint: string | undefined;
  readonly limits: OutputLimits;
  readonly listWorkers: ListWorkers;
  /** The step's environment, without literal macros. */
  readonly env: Readonly<NodeJS.ProcessEnv>;
  /** Told of each as it happens. */
  readonly say: (step: Step) => void;
}

/**
 * Carries out an agent's proposals in the order of its file, each once; one that fails does not stop the others.
 * @throws InvalidInput for a file with faults, Incomplete without a credential, and what minting throws: nothing is done then
 */
export async function applyOutputs(wish: ApplyWish): Promise<Applied> {
  const outputs = planOutputs(await readLines(wish), wish.limits);
  requireNoFaults(wish.proposals, findUnlistedWorkers(outputs, wish.listWorkers));
  const left = outputs.flatMap(({ handler, line, left: because }) =>
    because === undefined ? [] : [{ handler, line, because }],
  );
  const wanted = outputs.filter((each) => each.left === undefined);
  if (wanted.length === 0) {
    return { applied: [], left, failed: [], notes: [], stopped: undefined };
  }
  // Two at once would each carry out what the other has not noted yet.
  const lock = lockFile(journalPathOf(wish.proposals));
  try {
    return await applyWanted(wanted, left, wish);
  } finally {
    lock.release();
  }
}

async function applyWanted(
  wanted: readonly PlannedOutput[],
  left: Applied["left"],
  wish: ApplyWish,
): Promise<Applied> {
  const repository = requireOwnRepository(wish.env);
  const target = `${wish.profile.apiUrl}/repos/${repository.full.toLowerCase()}`;
  const journal = await openOutputJournal(journalPathOf(wish.proposals), target);
  const open = wanted.filter((each) => journal.find(each)?.is !== "done");
  const whole = (done: Pick<Applied, "applied" | "left" | "failed" | "stopped">) => ({
    ...done,
    left: [...left, ...done.left],
  });
  const place = { ...wish, repository, journal };
  if (open.length === 0) return { ...whole(await new Run(wanted, place).through()), notes: [] };
  const bearer = chooseBearer(wish.env);
  const handlers = [...new Set(open.map(({ handler }) => handler))];
  const tokens = await holdTokens(bearer, handlers, { ...wish, repository });
  const earlier = createEarlierOutputs({ ...wish, repository, tokens });
  const notes = bearer.is === "pat" ? [bearer.passedOver] : [];
  try {
    const done = whole(await new Run(wanted, place, { tokens, earlier }).through());
    return { ...done, notes: [...notes, ...(await tokens.end())] };
  } finally {
    await tokens.end();
  }
}

/** @throws InvalidInput with all that is wrong */
async function readLines({
  proposals,
  fingerprint,
  limits,
  env,
}: Pick<ApplyWish, "proposals" | "fingerprint" | "limits" | "env">): Promise<
  readonly ProposedLine[]
> {
  const file = await readOutputFile(proposals, largestFile);
  if (file.is === "unreadable") {
    throw new InvalidInput(`${proposals} cannot be read: ${file.because}.`);
  }
  if (fingerprint !== undefined) requireJudged(file, { proposals, fingerprint });
  if (file.is === "missing") {
    const mayDo = [...limits.values()].some((limit) => limit > 0);
    // Where what was judged is told, it was told to be nothing.
    if (fingerprint === undefined && mayDo) throw new InvalidInput(`${proposals} is not there.`);
    return [];
  }
  const { lines, faults } = readProposals(file.text, secretsOf(env));
  requireNoFaults(proposals, faults);
  return lines;
}

/** @throws InvalidInput with all that is wrong */
function requireNoFaults(proposals: string, faults: readonly ProposalFault[]): void {
  if (faults.length === 0) return;
  const all = faults.map(
    ({ line, because }) => `${line === 0 ? "It" : `Line ${line}`} ${because}.`,
  );
  throw new InvalidInput(`${proposals} holds no proposals that can be trusted. ${all.join(" ")}`);
}

type RunPlace = Omit<OutputPlace, "fetch" | "profile"> &
  Pick<ApplyWish, "env" | "say"> & { readonly journal: OutputJournal };

/** How the forge is reached, where something is still to be done. */
interface ForgeReach {
  readonly tokens: OutputTokens;
  readonly earlier: EarlierOutputs;
}

/** Goes through what is wanted, once. */
class Run {
  readonly #wanted: readonly PlannedOutput[];
  readonly #place: RunPlace;
  readonly #reach: ForgeReach | undefined;
  readonly #applied: (Output & { url: string })[] = [];
  readonly #failed: (Output & { because: string })[] = [];
  readonly #counts = new Map<Handler, number>();
  /** After it the forge is asked no more. */
  #limit: RateLimited | undefined;
  /** After it, too; and what was not tried is left. */
  #ended: { readonly by: UserError; readonly because: string } | undefined;
  readonly #left: (Output & { because: string })[] = [];

  constructor(wanted: readonly PlannedOutput[], place: RunPlace, reach?: ForgeReach) {
    this.#wanted = wanted;
    this.#place = place;
    this.#reach = reach;
  }

  async through(): Promise<Pick<Applied, "applied" | "left" | "failed" | "stopped">> {
    for (const [index, output] of this.#wanted.entries()) {
      try {
        this.#place.stopped.throwIfAborted();
        await this.#one(output);
      } catch (error) {
        if (!(error instanceof Cancelled)) throw error;
        return this.#end([...this.#left, ...this.#stopAt(index)], error);
      }
    }
    return this.#end(this.#left, this.#ended?.by);
  }

  #end(left: Applied["left"], stopped: UserError | undefined) {
    return { applied: this.#applied, left, failed: this.#failed, stopped };
  }

  /** What is under way may have been done; what is behind it was not begun. */
  #stopAt(index: number): Applied["left"] {
    const rest = this.#wanted.slice(index);
    const [first] = rest;
    const isUnderWay = first && this.#place.journal.find(first)?.is === "begun";
    if (isUnderWay) this.#fail(first, mayBeDone);
    return rest
      .slice(isUnderWay ? 1 : 0)
      .map(({ handler, line }) => ({ handler, line, because: "the job was told to end before" }));
  }

  async #one(output: PlannedOutput): Promise<void> {
    const { journal, env } = this.#place;
    const known = journal.find(output);
    if (known?.is === "done") {
      return this.#succeed(output, { url: known.url, name: "", is: "applied before" });
    }
    if (!this.#reach) return this.#fail(output, mayBeDone);
    if (this.#ended && !known) return this.#leave(output, this.#ended.because);
    if (this.#ended) return this.#fail(output, mayBeDone);
    if (this.#limit) {
      const because = "not tried: the forge takes no more requests";
      return this.#fail(output, known ? mayBeDone : because);
    }
    try {
      const signature = signatureOf(env, output);
      const made = signature && (await this.#reach.earlier.find(output.proposal, signature));
      if (made) {
        // Best effort: the forge tells it again.
        await journal.note(output, { is: "done", url: made.url }).catch(() => undefined);
        return this.#succeed(output, { ...made, is: "applied before" });
      }
      if (known) return this.#fail(output, mayBeDone);
      const isForgotten = journal.isNew && isLaterAttempt(env);
      if (isForgotten && output.handler === "dispatch") return this.#fail(output, mayBeStarted);
      this.#succeed(output, { ...(await this.#send(output, this.#reach.tokens)), is: "applied" });
    } catch (error) {
      if (!(error instanceof UserError) || error instanceof Cancelled) throw error;
      if (error instanceof RateLimited) this.#limit = error;
      const because = explainEnd(error);
      if (because !== undefined) this.#ended = { by: error, because };
      this.#fail(output, error.message);
    }
  }

  /** Noted before it is sent: what nobody knows the answer of is never sent again. */
  async #send(output: PlannedOutput, tokens: OutputTokens): Promise<CarriedOut> {
    const { journal, repository, env } = this.#place;
    try {
      const done = await carryOut(output.proposal, {
        client: tokens.clientOf(output.handler),
        repository,
        signature: signatureOf(env, output),
        begin: () => journal.note(output, { is: "begun" }),
      });
      // Best effort: what is noted already keeps it from being sent again.
      await journal.note(output, { is: "done", url: done.url }).catch(() => undefined);
      return done;
    } catch (error) {
      if (isRefusal(error) || isNeverSent(error)) await journal.note(output, undefined);
      throw error;
    }
  }

  #leave({ handler, line }: PlannedOutput, because: string): void {
    this.#left.push({ handler, line, because });
  }

  #succeed(output: PlannedOutput, done: CarriedOut & { is: "applied" | "applied before" }): void {
    const { handler, line } = output;
    this.#applied.push({ handler, line, url: done.url });
    this.#say(output, done);
  }

  #fail(output: PlannedOutput, because: string): void {
    const { handler, line } = output;
    this.#failed.push({ handler, line, because });
    this.#say(output, { is: "failed", because });
  }

  #say(
    { handler, line }: PlannedOutput,
    what: (CarriedOut & { is: "applied" | "applied before" }) | { is: "failed"; because: string },
  ): void {
    const number = (this.#counts.get(handler) ?? 0) + 1;
    this.#counts.set(handler, number);
    const of = this.#wanted.filter((each) => each.handler === handler).length;
    this.#place.say({ handler, line, number, of, ...what });
  }
}

const mayBeDone =
  "it was sent and no answer is known: look whether it is there; it is not sent again";

/** A run of a workflow bears no signature. */
const mayBeStarted =
  "an earlier run of this job may have started it: look, and start it by hand if it has not";

/** Whether the forge said no: then nothing was done. */
function isRefusal(error: unknown): boolean {
  return error instanceof RefusedByForge || error instanceof ProposalRefused;
}
