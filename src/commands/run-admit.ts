import type { Admission } from "../run/admit/admission.ts";
import { toOutputs, writeSummary } from "../run/admit/admission-report.ts";
import { admit } from "../run/admit/admit.ts";
import type { AdmitDeps } from "../run/admit/admit-deps.ts";
import { addToSummary, stepVariable, writeStepOutputs } from "../forge/run-step.ts";
import { createSendOnce } from "../forge/send-once.ts";
import { maskLine } from "../forge/step-secret.ts";
import { abortAfter } from "../shared/abort-after.ts";
import { ourEnvironment } from "../shared/child-environment.ts";
import { exitCode, UserError } from "../shared/errors.ts";
import { listenForStop } from "../shared/listen-for-stop.ts";
import { printAdmission, printAdmissionJson, printNotes } from "./outcomes/print-admission.ts";

interface AdmitOptions {
  readonly json?: boolean;
  readonly soft?: boolean;
  /** Value as typed. */
  readonly requirement?: string;
}

/** Exits only with 0, 2 or 6: an unexpected error denies the run. */
export async function runAdmit(options: AdmitOptions): Promise<void> {
  // If the process exits before the verdict is printed, the run is denied.
  process.exitCode = exitCode.denied;
  try {
    await runAdmission(options);
  } catch (error) {
    if (error instanceof UserError) throw error;
    const { printError } = await import("../cli/print-error.ts");
    printError(error);
    process.exitCode = exitCode.denied;
  }
}

async function runAdmission({ json, soft, requirement }: AdmitOptions): Promise<void> {
  const env = ourEnvironment();
  const log = json ? process.stderr : process.stdout;
  const admission = await admit({ requirement }, depsOf(env, log));
  reportRunState(env, admission);
  if (json) printAdmissionJson(admission);
  else printAdmission(admission);
  process.exitCode = admission.admitted || soft ? exitCode.done : exitCode.denied;
}

/** @param log stream that the runner reads; not the stream to which `--json` writes its document */
function depsOf(env: NodeJS.ProcessEnv, log: Pick<NodeJS.WriteStream, "write">): AdmitDeps {
  const isInRun = stepVariable(env, "OUTPUT") !== undefined;
  return {
    env,
    folder: process.cwd(),
    now: () => new Date(),
    send: createSendOnce(env),
    mint: async (request) => (await import("./admit-mint.ts")).admitMint(request, env),
    stopped: listenForStop(),
    timeLimit: abortAfter,
    pause: async (milliseconds, signal) => {
      await (await import("../forge/pause.ts")).pause(milliseconds, signal);
    },
    mask: (token) => void (isInRun && log.write(maskLine(token))),
    explainSettings: async (text, path) =>
      (await import("./explain-settings.ts")).explainSettings(text, path),
  };
}

/**
 * @throws InvalidInput if the step outputs cannot be written, because later steps would not receive
 *   the result
 */
function reportRunState(env: NodeJS.ProcessEnv, admission: Admission): void {
  writeStepOutputs(env, toOutputs(admission));
  try {
    addToSummary(env, writeSummary(admission));
  } catch {
    printNotes(["Could not write the run's summary."]);
  }
}
