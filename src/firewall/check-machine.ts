import type { Hint } from "../shared/errors.ts";
import { ownCommandLine } from "../shared/own-command.ts";
import type { ExaminedRuntime } from "./examine-runtimes.ts";
import type { ToolTrust } from "./examine-trust.ts";

/** Something that was looked at, and what would mend it. */
export interface MachineFinding {
  readonly subject: string;
  readonly state: "pass" | "fail" | "unknown" | "absent";
  readonly detail: string;
  readonly hints?: readonly Hint[];
}

export interface TriedTools {
  readonly tools: readonly ToolTrust[];
  /** What the run said on standard error. */
  readonly complaint: string;
}

/** One way that works is enough: the others are told, and are no failure then. */
export function checkMachine(
  runtimes: readonly ExaminedRuntime[],
  tried: TriedTools | undefined,
): readonly MachineFinding[] {
  // Whoever reads this has just run it.
  const examine = ownCommandLine("firewall", "doctor");
  const works = runtimes.some((runtime) => runtime.works);
  const hasBubblewrap = runtimes.some(({ name }) => name.startsWith("bubblewrap"));
  return [
    ...runtimes.map((runtime): MachineFinding => ({
      subject: runtime.name,
      state: runtime.works ? "pass" : works ? "unknown" : "fail",
      detail: describeRuntime(runtime),
      ...(!works && { hints: runtime.hints.filter(({ command }) => command !== examine) }),
    })),
    ...(works || hasBubblewrap ? [] : [runtimes.length === 0 ? noRuntime : noBubblewrap]),
    ...checkTools(tried),
  ];
}

function describeRuntime({ because, unlimited }: ExaminedRuntime): string {
  return unlimited.length === 0 ? because : `${because}; not limited: ${unlimited.join(", ")}`;
}

const noBubblewrap: MachineFinding = {
  subject: "bubblewrap",
  state: "absent",
  detail: "is not installed",
  hints: [
    { say: "Install bubblewrap, on Debian or Ubuntu", command: "sudo apt-get install bubblewrap" },
  ],
};

const noRuntime: MachineFinding = {
  ...noBubblewrap,
  subject: "Runtimes",
  state: "fail",
  detail: "neither bubblewrap, docker nor podman is installed",
};

function checkTools(tried: TriedTools | undefined): readonly MachineFinding[] {
  if (!tried) return [];
  const { tools, complaint } = tried;
  if (tools.length === 0) {
    return [{ subject: "Tools", state: "fail", detail: `the trial did not run: ${complaint}` }];
  }
  return tools.map(({ tool, state, detail }) => ({ subject: tool, state, detail }));
}
