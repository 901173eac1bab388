import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { ReportProgress } from "../../src/prompts/prompter.ts";
import { count } from "../../src/shared/count.ts";
import type { FirewallDeps, TrialEnd } from "./firewall-deps.ts";
import { countTrial, noTrial, type TrialCount } from "./trial-kinds.ts";

export interface TrialResult extends TrialCount {
  /** Undefined if the operator stopped the command. */
  readonly end: TrialEnd | undefined;
}

/**
 * Runs the command and shows its progress. The operator can stop it and continue with the wizard.
 */
export async function runTrial(
  { ask }: Pick<FlowContext, "ask">,
  deps: Pick<FirewallDeps, "runTrial" | "now">,
  command: string,
): Promise<TrialResult> {
  const stop = new AbortController();
  let trial = noTrial;
  let reportedAt = -Infinity;
  const end = await ask.progress(
    {
      id: "trial-run",
      title: cut(command, longestTitle),
      body: ["The command runs with these rules and without access to this terminal."],
      actions: [
        {
          id: "stop-command",
          key: "s",
          label: "stop the command",
          run: () => {
            stop.abort(new StoppedCommand());
            return undefined;
          },
        },
      ],
    },
    async (report, signal) => {
      report({ line: formatCount(trial), next: "choose which blocked requests to allow" });
      try {
        return await deps.runTrial(
          command,
          ({ decisions = [], line }) => {
            const before = trial;
            trial = countTrial(trial, decisions);
            // Limits how often the screen is updated while a command prints continuously.
            const isSoon = deps.now().getTime() - reportedAt < calmMilliseconds;
            if (decisions.length === 0 && isSoon) return;
            reportedAt = deps.now().getTime();
            reportNews(report, { before, trial, line });
          },
          AbortSignal.any([stop.signal, signal]),
        );
      } catch (error) {
        if (error instanceof StoppedCommand) return undefined;
        throw error;
      }
    },
  );
  return { ...trial, end };
}

const calmMilliseconds = 1000;

/** Signals that the operator stopped the command, so the wizard continues. */
class StoppedCommand extends Error {
  override readonly name = "StoppedCommand";
}

interface News {
  readonly before: TrialCount;
  readonly trial: TrialCount;
  readonly line: string | undefined;
}

/**
 * Maximum number of kinds of blocked requests that are reported immediately. All kinds are counted.
 */
const mostListed = 5;

function reportNews(report: ReportProgress, { before, trial, line }: News): void {
  const known = new Set(before.kinds.map(({ name }) => name));
  const fresh = trial.kinds.filter(({ name }) => !known.has(name));
  const shown = fresh.slice(0, Math.max(0, mostListed - known.size));
  for (const { name, reason } of shown) report({ amiss: `blocked ${name}: ${reason}` });
  const quote = line === undefined ? "" : `; last output: ${cut(line, longestLine)}`;
  report({ line: `${formatCount(trial)}${quote}` });
}

/** Formats a count: `31 passed, 3 different requests blocked`. */
export function formatCount({ passed, kinds }: TrialCount): string {
  const blocked = kinds.length === 0 ? "none" : count(kinds.length, "different request");
  return `${passed} passed, ${blocked} blocked`;
}

const longestTitle = 50;
const longestLine = 60;

function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
