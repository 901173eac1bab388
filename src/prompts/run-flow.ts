import type { Flow, FlowContext } from "./flow-context.ts";
import type { Journal } from "./journal.ts";
import { AskAgain, Back } from "./prompter.ts";
import type { Answered, FlowHeader, Prompter } from "./prompter.ts";
import { createAsk } from "./replay/create-ask.ts";
import { createPosition } from "./replay/position.ts";
import type { Position, RunAnswers } from "./replay/position.ts";
import { createSteps } from "./replay/create-steps.ts";
import type { SecretVault } from "./secret-vault.ts";

export interface FlowRun {
  readonly prompter: Prompter;
  readonly journal: Journal;
  readonly vault: SecretVault;
  readonly header: FlowHeader;
}

/** State of one run, shared by all its replays. */
interface Seen extends RunAnswers {
  readonly recordedReads: Map<string, unknown>;
  readonly notes: Set<string>;
  /**
   * The displayed answers that a later answer replaced, keyed by the question ID of the later
   * answer.
   */
  readonly settled: Map<string, readonly Answered[]>;
  /** Discarded answers, by question ID. */
  readonly withdrawn: Map<string, unknown>;
}

/**
 * Runs a flow from its start. Recorded answers are reused without asking again. Back discards the
 * last answer and runs the flow again; AskAgain discards all answers. A flow is resumed in another
 * process in the same way.
 */
export async function runFlow<Deps, Result>(
  flow: Flow<Deps, Result>,
  deps: Deps,
  run: FlowRun,
): Promise<Result> {
  const seen: Seen = {
    recordedReads: new Map(),
    notes: new Set(),
    given: new WeakSet(),
    passed: new WeakSet(),
    decisions: [],
    settled: new Map(),
    withdrawn: new Map(),
  };
  for (;;) {
    run.prompter.begin(run.header);
    const position = createPosition(run.journal, seen);
    try {
      return await flow(createContext(run, position, seen), deps);
    } catch (error) {
      if (!(error instanceof AskAgain || error instanceof Back)) throw error;
      const isAll = error instanceof AskAgain;
      const dropped = await (isAll ? position.dropAnswers() : position.dropLastAnswer());
      for (const { id, value } of dropped) seen.withdrawn.set(id, value);
    }
  }
}

function createContext(
  { prompter, journal, vault }: FlowRun,
  position: Position,
  { recordedReads, notes, settled, withdrawn }: Seen,
): FlowContext {
  const steps = createSteps({ journal, position, recordedReads });
  const answered: Answered[] = [];
  const asking = { prompter, vault, position, notes, settled, withdrawn, answered };
  return {
    ...steps.context,
    ask: createAsk({ ...asking, runningStep: steps.runningStep }),
    vault,
    outline: (names) => prompter.outline(names),
    mark: (mark) => prompter.mark(mark),
    barBack: () => position.wall(),
    discardAnswer: (...from) => position.forgetAnswers(from),
    complete: (answer) => {
      settled.set(answer.id, [...answered]);
      return position.complete(answer);
    },
  };
}
