import type { Hint } from "../shared/errors.ts";
import { ownCommandLine } from "../shared/own-command.ts";
import type { ExaminedRuntime } from "./examine-runtimes.ts";
import type { ToolTrust } from "./examine-trust.ts";

/** One checked item, with hints for fixing a problem. */
export interface MachineFinding {
  readonly subject: string;
  readonly state: "pass" | "fail" | "unknown" | "absent";
  readonly detail: string;
  readonly hints?: readonly Hint[];
}

export interface TriedTools {
  readonly tools: readonly ToolTrust[];
  /** Standard error of the test run. */
  readonly complaint: string;
}

/**
 * Reports the state of each runtime. If one runtime works, failures of the others are not reported
 * as failures.
 */
export function checkMachine(
  runtimes: readonly ExaminedRuntime[],
  tried: TriedTools | undefined,
): readonly MachineFinding[] {
  // The hint to run this command is omitted, because the operator has just run it.
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

function describeRuntime({ reason, unlimited }: ExaminedRuntime): string {
  return unlimited.length === 0 ? reason : `${reason}; not limited: ${unlimited.join(", ")}`;
}

const noBubblewrap: MachineFinding = {
  subject: "bubblewrap",
  state: "absent",
  detail: "not installed",
  hints: [
    { text: "On Debian or Ubuntu, install bubblewrap", command: "sudo apt-get install bubblewrap" },
  ],
};

const noRuntime: MachineFinding = {
  ...noBubblewrap,
  subject: "Runtimes",
  state: "fail",
  detail: "bubblewrap, docker and podman are not installed",
};

function checkTools(tried: TriedTools | undefined): readonly MachineFinding[] {
  if (!tried) return [];
  const { tools, complaint } = tried;
  if (tools.length === 0) {
    return [{ subject: "Tools", state: "fail", detail: `could not run the test: ${complaint}` }];
  }
  return tools.map(({ tool, state, detail }) => ({ subject: tool, state, detail }));
}
