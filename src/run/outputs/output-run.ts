import type { Handler } from "../../credentials/apps/handlers.ts";
import { RateLimited, RefusedByForge } from "../../forge/forge-errors.ts";
import { isNeverSent } from "../../forge/never-sent.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { Cancelled, UserError } from "../../shared/errors.ts";
import { applyProposal, type AppliedProposal } from "./apply-proposal.ts";
import type { EarlierOutputs } from "./earlier-outputs.ts";
import { explainEnd } from "./explain-end.ts";
import type { OutputTokens } from "./mint-tokens.ts";
import type { Entry, OutputJournal } from "./output-journal.ts";
import type { PlannedOutput } from "./plan-outputs.ts";
import { ProposalRefused } from "./proposal-refused.ts";
import { isLaterAttempt, signatureOf } from "./step-environment.ts";

/** What became of one proposal. */
export interface Output {
  readonly handler: Handler;
  /** From 1. */
  readonly line: number;
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

export interface OutputRunPlace {
  readonly repository: RepositoryName;
  readonly stopped: AbortSignal;
  /** The step's environment. */
  readonly env: Readonly<NodeJS.ProcessEnv>;
  readonly journal: OutputJournal;
  readonly tokens: OutputTokens;
  readonly earlier: EarlierOutputs;
  /** Told of each as it happens. */
  readonly say: (step: Step) => void;
}

/** What a run came to. */
interface OutputRunResult {
  readonly applied: readonly (Output & { readonly url: string })[];
  readonly left: readonly (Output & { readonly because: string })[];
  readonly failed: readonly (Output & { readonly because: string })[];
  /** Sentences about the journal's claims that the forge does not confirm. */
  readonly notes: readonly string[];
  readonly stopped: UserError | undefined;
}

/** Goes through what is wanted, once. */
export class OutputRun {
  readonly #wanted: readonly PlannedOutput[];
  readonly #place: OutputRunPlace;
  readonly #notes: string[] = [];
  readonly #applied: (Output & { url: string })[] = [];
  readonly #failed: (Output & { because: string })[] = [];
  readonly #counts = new Map<Handler, number>();
  /** After it the forge is asked no more. */
  #limit: RateLimited | undefined;
  /** After it, too; and what was not tried is left. */
  #ended: { readonly by: UserError; readonly because: string } | undefined;
  readonly #left: (Output & { because: string })[] = [];

  constructor(wanted: readonly PlannedOutput[], place: OutputRunPlace) {
    this.#wanted = wanted;
    this.#place = place;
  }

  async through(): Promise<OutputRunResult> {
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

  #end(left: OutputRunResult["left"], stopped: UserError | undefined): OutputRunResult {
    return { applied: this.#applied, left, failed: this.#failed, notes: this.#notes, stopped };
  }

  /** What is under way may have been done; what is behind it was not begun. */
  #stopAt(index: number): OutputRunResult["left"] {
    const rest = this.#wanted.slice(index);
    const [first] = rest;
    const isUnderWay = first && this.#place.journal.find(first)?.is === "begun";
    if (isUnderWay) this.#fail(first, mayBeDone);
    return rest
      .slice(isUnderWay ? 1 : 0)
      .map(({ handler, line }) => ({ handler, line, because: "the job was told to end before" }));
  }

  async #one(output: PlannedOutput): Promise<void> {
    const known = this.#place.journal.find(output);
    if (this.#ended && !known) return this.#leave(output, this.#ended.because);
    if (this.#ended) return this.#fail(output, mayBeDone);
    if (this.#limit) {
      const because = "not tried: the forge takes no more requests";
      return this.#fail(output, known ? mayBeDone : because);
    }
    try {
      await this.#findOrSend(output, known);
    } catch (error) {
      if (!(error instanceof UserError) || error instanceof Cancelled) throw error;
      if (error instanceof RateLimited) this.#limit = error;
      const because = explainEnd(error);
      if (because !== undefined) this.#ended = { by: error, because };
      this.#fail(output, error.message);
    }
  }

  /** The forge decides whether something is done already; the journal only tells where it may be found. */
  async #findOrSend(output: PlannedOutput, known: Entry | undefined): Promise<void> {
    const { journal, env, earlier } = this.#place;
    const signature = signatureOf(env, output);
    const url = known?.is === "done" ? known.url : undefined;
    const made = await earlier.find(output.proposal, { signature, url });
    if (made) {
      // Best effort: the forge tells it again.
      await journal.note(output, { is: "done", url: made.url }).catch(() => undefined);
      return this.#succeed(output, { ...made, is: "applied before" });
    }
    if (known?.is === "begun") return this.#fail(output, mayBeDone);
    const { handler, line } = output;
    if (known) this.#notes.push(`${handler} of line ${line}: ${unconfirmed}`);
    // A run of a workflow bears no signature, so nobody can tell whether it was started.
    const isDispatch = handler === "dispatch";
    const isUntraceable = isDispatch || signature === undefined;
    const isDoubtful = known !== undefined || journal.mentions(output);
    // A journal that is not believed proves as little as none.
    const isUnproven = journal.isNew || journal.doubt !== undefined;
    const isForgotten = isDispatch && isUnproven && isLaterAttempt(env);
    if (isForgotten || (isUntraceable && isDoubtful)) {
      // Noted, or a later attempt would take the journal of this one as proof that it was never sent.
      await journal.note(output, { is: "begun" });
      return this.#fail(output, isDispatch ? mayBeStarted : mayBeDone);
    }
    this.#succeed(output, { ...(await this.#send(output, this.#place.tokens)), is: "applied" });
  }

  /** Noted before it is sent: what nobody knows the answer of is never sent again. */
  async #send(output: PlannedOutput, tokens: OutputTokens): Promise<AppliedProposal> {
    const { journal, repository, env } = this.#place;
    try {
      const done = await applyProposal(output.proposal, {
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

  #succeed(
    output: PlannedOutput,
    done: AppliedProposal & { is: "applied" | "applied before" },
  ): void {
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
    what:
      (AppliedProposal & { is: "applied" | "applied before" }) | { is: "failed"; because: string },
  ): void {
    const number = (this.#counts.get(handler) ?? 0) + 1;
    this.#counts.set(handler, number);
    const of = this.#wanted.filter((each) => each.handler === handler).length;
    this.#place.say({ handler, line, number, of, ...what });
  }
}

const mayBeDone =
  "the request was sent, but its result is unknown; check the forge. gatehouse does not send it again";

const unconfirmed = "the journal marks it as applied, but the forge does not confirm it";

const mayBeStarted =
  "an earlier attempt may have started the workflow; check, and start it manually if not";

/** Whether the forge said no: then nothing was done. */
function isRefusal(error: unknown): boolean {
  return error instanceof RefusedByForge || error instanceof ProposalRefused;
}
