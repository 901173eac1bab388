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

/** A proposal that was processed. */
export interface Output {
  readonly handler: Handler;
  /** Line number, starting at 1. */
  readonly line: number;
}

/** The result of one proposal. */
export type Step = Output & {
  /** Position among the outputs of its handler, starting at 1. */
  readonly number: number;
  readonly of: number;
} & (
    | { readonly kind: "applied" | "applied before"; readonly url: string; readonly name: string }
    | { readonly kind: "failed"; readonly reason: string }
  );

export interface OutputRunLocation {
  readonly repository: RepositoryName;
  readonly stopped: AbortSignal;
  /** The step's environment. */
  readonly env: Readonly<NodeJS.ProcessEnv>;
  readonly journal: OutputJournal;
  readonly tokens: OutputTokens;
  readonly earlier: EarlierOutputs;
  /** Called as soon as each result is known. */
  readonly report: (step: Step) => void;
}

interface OutputRunResult {
  readonly applied: readonly (Output & { readonly url: string })[];
  readonly left: readonly (Output & { readonly reason: string })[];
  readonly failed: readonly (Output & { readonly reason: string })[];
  /** Notes about journal entries that the forge does not confirm. */
  readonly notes: readonly string[];
  readonly stopped: UserError | undefined;
}

/** Applies each planned output once. */
export class OutputRun {
  readonly #wanted: readonly PlannedOutput[];
  readonly #location: OutputRunLocation;
  readonly #notes: string[] = [];
  readonly #applied: (Output & { url: string })[] = [];
  readonly #failed: (Output & { reason: string })[] = [];
  readonly #counts = new Map<Handler, number>();
  /** The rate limit that was reached. After that, no requests are sent. */
  #limit: RateLimited | undefined;
  /**
   * Failure that stopped the run. After such a failure, no more requests are sent, and the
   * remaining proposals are skipped.
   */
  #ended: { readonly by: UserError; readonly reason: string } | undefined;
  readonly #left: (Output & { reason: string })[] = [];

  constructor(wanted: readonly PlannedOutput[], location: OutputRunLocation) {
    this.#wanted = wanted;
    this.#location = location;
  }

  async through(): Promise<OutputRunResult> {
    for (const [index, output] of this.#wanted.entries()) {
      try {
        this.#location.stopped.throwIfAborted();
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

  /** Handles a stop. The current proposal may have been applied; later ones were not started. */
  #stopAt(index: number): OutputRunResult["left"] {
    const rest = this.#wanted.slice(index);
    const [first] = rest;
    const isUnderWay = first && this.#location.journal.find(first)?.kind === "begun";
    if (isUnderWay) this.#fail(first, mayBeDone);
    return rest
      .slice(isUnderWay ? 1 : 0)
      .map(({ handler, line }) => ({ handler, line, reason: "not tried: the job was stopped" }));
  }

  async #one(output: PlannedOutput): Promise<void> {
    const known = this.#location.journal.find(output);
    if (this.#ended && !known) return this.#leave(output, this.#ended.reason);
    if (this.#ended) return this.#fail(output, mayBeDone);
    if (this.#limit) {
      const reason = "not tried: the rate limit was reached";
      return this.#fail(output, known ? mayBeDone : reason);
    }
    try {
      await this.#findOrSend(output, known);
    } catch (error) {
      if (!(error instanceof UserError) || error instanceof Cancelled) throw error;
      if (error instanceof RateLimited) this.#limit = error;
      const reason = explainEnd(error);
      if (reason !== undefined) this.#ended = { by: error, reason };
      this.#fail(output, error.message);
    }
  }

  /**
   * Applies the output unless it already exists on the forge. The journal only suggests where to
   * find an existing output.
   */
  async #findOrSend(output: PlannedOutput, known: Entry | undefined): Promise<void> {
    const { journal, env, earlier } = this.#location;
    const signature = signatureOf(env, output);
    const url = known?.kind === "done" ? known.url : undefined;
    const made = await earlier.find(output.proposal, { signature, url });
    if (made) {
      // Best effort, because a later run can find the output on the forge again.
      await journal.note(output, { kind: "done", url: made.url }).catch(() => undefined);
      return this.#succeed(output, { ...made, kind: "applied before" });
    }
    if (known?.kind === "begun") return this.#fail(output, mayBeDone);
    const { handler, line } = output;
    if (known) this.#notes.push(`${handler} on line ${line}: ${unconfirmed}`);
    // A workflow run has no signature, so the forge cannot show whether this proposal started it.
    const isDispatch = handler === "dispatch";
    const isUntraceable = isDispatch || signature === undefined;
    const isDoubtful = known !== undefined || journal.mentions(output);
    // Treats an untrusted journal like a missing journal, because neither proves anything.
    const isUnproven = journal.isNew || journal.doubt !== undefined;
    const isForgotten = isDispatch && isUnproven && isLaterAttempt(env);
    if (isForgotten || (isUntraceable && isDoubtful)) {
      // Records this, because a later attempt would otherwise conclude that the request was never
      // sent.
      await journal.note(output, { kind: "begun" });
      return this.#fail(output, isDispatch ? mayBeStarted : mayBeDone);
    }
    this.#succeed(output, {
      ...(await this.#send(output, this.#location.tokens)),
      kind: "applied",
    });
  }

  /**
   * Records the request before sending it. A request whose response is unknown is never sent again.
   */
  async #send(output: PlannedOutput, tokens: OutputTokens): Promise<AppliedProposal> {
    const { journal, repository, env } = this.#location;
    try {
      const done = await applyProposal(output.proposal, {
        client: tokens.clientOf(output.handler),
        repository,
        signature: signatureOf(env, output),
        begin: () => journal.note(output, { kind: "begun" }),
      });
      // Best effort: even without this entry, the existing entry prevents a second request.
      await journal.note(output, { kind: "done", url: done.url }).catch(() => undefined);
      return done;
    } catch (error) {
      if (isRefusal(error) || isNeverSent(error)) await journal.note(output, undefined);
      throw error;
    }
  }

  #leave({ handler, line }: PlannedOutput, reason: string): void {
    this.#left.push({ handler, line, reason });
  }

  #succeed(
    output: PlannedOutput,
    done: AppliedProposal & { kind: "applied" | "applied before" },
  ): void {
    const { handler, line } = output;
    this.#applied.push({ handler, line, url: done.url });
    this.#report(output, done);
  }

  #fail(output: PlannedOutput, reason: string): void {
    const { handler, line } = output;
    this.#failed.push({ handler, line, reason });
    this.#report(output, { kind: "failed", reason });
  }

  #report(
    { handler, line }: PlannedOutput,
    what:
      | (AppliedProposal & { kind: "applied" | "applied before" })
      | { kind: "failed"; reason: string },
  ): void {
    const number = (this.#counts.get(handler) ?? 0) + 1;
    this.#counts.set(handler, number);
    const of = this.#wanted.filter((each) => each.handler === handler).length;
    this.#location.report({ handler, line, number, of, ...what });
  }
}

const mayBeDone =
  "the request was sent, but its result is unknown. Check the repository, because gatehouse does not send the request again";

const unconfirmed = "recorded as applied in the journal, but not found";

const mayBeStarted =
  "an earlier attempt may have started the workflow. Check this, and start it manually if necessary";

/** Returns whether the proposal or its request was rejected, in which case nothing was applied. */
function isRefusal(error: unknown): boolean {
  return error instanceof RefusedByForge || error instanceof ProposalRefused;
}
