import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { Say } from "../../src/prompts/prompter.ts";
import { count } from "../../src/shared/count.ts";
import type { FirewallDeps, TrialEnd } from "./firewall-deps.ts";
import { countTrial, noTrial, type TrialCount } from "./trial-kinds.ts";

/** What a trial run came to. */
export interface TrialResult extends TrialCount {
  /** Undefined where somebody has stopped it. */
  readonly end: TrialEnd | undefined;
}

/** Runs the command in sight of the person, who may stop it and go on all the same. */
export async function runTrial(
  { ask }: Pick<FlowContext, "ask">,
  deps: Pick<FirewallDeps, "runTrial" | "now">,
  command: string,
): Promise<TrialResult> {
  const stop = new AbortController();
  let trial = noTrial;
  let toldAt = -Infinity;
  const end = await ask.progress(
    {
      id: "trial-run",
      title: cut(command, longestTitle),
      body: ["It runs behind the rules file. This terminal is left alone."],
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
    async (say, signal) => {
      say({ line: formatCount(trial), next: "what was blocked, to allow it or not" });
      try {
        return await deps.runTrial(
          command,
          ({ decisions = [], line }) => {
            const before = trial;
            trial = countTrial(trial, decisions);
            // A command that prints without end is not shown line by line.
            const isSoon = deps.now().getTime() - toldAt < calmMilliseconds;
            if (decisions.length === 0 && isSoon) return;
            toldAt = deps.now().getTime();
            reportNews(say, { before, trial, line });
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

/** The command is stopped, and the wizard goes on. */
class StoppedCommand extends Error {
  override readonly name = "StoppedCommand";
}

interface News {
  readonly before: TrialCount;
  readonly trial: TrialCount;
  readonly line: string | undefined;
}

/** So many kinds are told as they come; all are counted. */
const mostTold = 5;

function reportNews(say: Say, { before, trial, line }: News): void {
  const known = new Set(before.kinds.map(({ name }) => name));
  const fresh = trial.kinds.filter(({ name }) => !known.has(name));
  const told = fresh.slice(0, Math.max(0, mostTold - known.size));
  for (const { name, because } of told) say({ amiss: `blocked ${name}: ${because}` });
  const said = line === undefined ? "" : `; it says: ${cut(line, longestLine)}`;
  say({ line: `${formatCount(trial)}${said}` });
}

/** `31 passed, 3 kinds blocked` */
export function formatCount({ passed, kinds }: TrialCount): string {
  const blocked = kinds.length === 0 ? "nothing" : count(kinds.length, "kind");
  return `${passed} passed, ${blocked} blocked`;
}

const longestTitle = 50;
const longestLine = 60;

function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
