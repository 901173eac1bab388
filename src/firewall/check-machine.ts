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
 * Reports the state of each runtime, and which one runs use: the first that works. If one runtime
 * works, failures of the others are not reported as failures.
 */
export function checkMachine(
  runtimes: readonly ExaminedRuntime[],
  tried: TriedTools | undefined,
): readonly MachineFinding[] {
  // The hint to run this command is omitted, because the operator has just run it.
  const examine = ownCommandLine("firewall", "doctor");
  const used = runtimes.find((runtime) => runtime.works);
  const works = used !== undefined;
  const hasBubblewrap = runtimes.some(({ name }) => name.startsWith("bubblewrap"));
  return [
    ...runtimes.map((runtime): MachineFinding => ({
      subject: runtime.name,
      state: runtime.works ? "pass" : works ? "unknown" : "fail",
      detail: describeRuntime(runtime, { isUsed: runtime === used }),
      ...(!works && { hints: runtime.hints.filter(({ command }) => command !== examine) }),
    })),
    ...(hasBubblewrap ? [] : [runtimes.length === 0 ? noRuntime : adviseBubblewrap(used)]),
    ...checkTools(tried),
  ];
}

function describeRuntime(
  { works, reason, milliseconds, unlimited, uncaught }: ExaminedRuntime,
  { isUsed }: { readonly isUsed: boolean },
): string {
  const list = (title: string, items: readonly unknown[]) =>
    items.length === 0 ? [] : [`${title}: ${items.join(", ")}`];
  return [
    reason,
    ...(works ? [`starts in ${milliseconds} ms`] : []),
    ...(isUsed ? ["used for runs"] : []),
    ...list("not limited", unlimited),
    ...list("ports not captured", uncaught),
  ].join("; ");
}

const install: readonly Hint[] = [
  { text: "On Debian or Ubuntu, install bubblewrap", command: "sudo apt-get install bubblewrap" },
];

function adviseBubblewrap(used: ExaminedRuntime | undefined): MachineFinding {
  const detail = used ? `not installed; it starts faster than ${used.name}` : "not installed";
  return { subject: "bubblewrap", state: "absent", detail, hints: install };
}

const noRuntime: MachineFinding = {
  subject: "Runtimes",
  state: "fail",
  detail: "bubblewrap, docker and podman are not installed",
  hints: install,
};

function checkTools(tried: TriedTools | undefined): readonly MachineFinding[] {
  if (!tried) return [];
  const { tools, complaint } = tried;
  if (tools.length === 0) {
    return [{ subject: "Tools", state: "fail", detail: `could not run the test: ${complaint}` }];
  }
  return tools.map(({ tool, state, detail }) => ({ subject: tool, state, detail }));
}
