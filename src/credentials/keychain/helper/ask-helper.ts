import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { childEnvironment } from "../../../shared/child-environment.ts";
import { redact } from "../../../shared/redact.ts";
import type { Secret } from "../../../shared/secret.ts";
import { KeychainUnavailable } from "../keychain-unavailable.ts";
import { parseReply, type HelperReply, type Outcome, type Request, type Step } from "./protocol.ts";

export interface HelperOptions {
  readonly service: string;
  /**
   * Seconds after which the helper is killed. A hung keychain answers after 50 seconds, or never.
   */
  readonly limitSeconds: number;
  /** Path of the helper program; a `.ts` file runs through tsx. */
  readonly helperPath: string;
}

/**
 * Starts a helper process, sends it the keychain calls, and waits until it exits.
 * @throws KeychainUnavailable if the helper rejects a call, hangs, crashes, or sends an invalid
 *   reply
 */
export async function askHelper(
  steps: readonly Step<Secret>[],
  options: HelperOptions,
): Promise<readonly Outcome[]> {
  const { execa } = await import("execa");
  const { service, limitSeconds, helperPath } = options;
  const request: Request = { service, steps: steps.map(uncover), limitSeconds };
  const ended = await execa(process.execPath, [...loaderFor(helperPath), helperPath], {
    input: `${JSON.stringify(request)}\n`,
    // Standard error contains only messages from the keychain library. Everything that matters is
    // in the reply.
    stderr: "ignore",
    env: childEnvironment(),
    extendEnv: false,
    // A detached process does not receive Ctrl-C or the signal from a closing terminal. Only
    // gatehouse handles these signals.
    detached: true,
    timeout: limitSeconds * 1000,
    killSignal: "SIGKILL",
    reject: false,
    windowsHide: true,
  });
  if (ended.timedOut) {
    throw new KeychainUnavailable(`it did not answer within ${limitSeconds} seconds`);
  }
  if (ended.signal)
    throw new KeychainUnavailable(`the helper process was terminated by ${ended.signal}`);
  return readOutcomes(parseReply(ended.stdout), steps);
}

/**
 * Returns the path of the helper: next to the bundle, or next to this file when run from source.
 */
export function defaultHelperPath(): string {
  const name = import.meta.url.endsWith(".ts") ? "./helper.ts" : "./keychain-helper.js";
  return fileURLToPath(new URL(name, import.meta.url));
}

function readOutcomes(reply: HelperReply | undefined, steps: readonly Step<Secret>[]) {
  if (reply && "refused" in reply) {
    const secrets = steps.flatMap((step) => (step.do === "set" ? [step.value] : []));
    throw new KeychainUnavailable(redact(reply.refused, secrets));
  }
  if (reply?.done.length === steps.length) return reply.done;
  throw new KeychainUnavailable("the helper process did not return a valid reply");
}

function uncover(step: Step<Secret>): Step {
  return step.do === "set" ? { ...step, value: step.value.reveal() } : step;
}

function loaderFor(path: string): string[] {
  if (!path.endsWith(".ts")) return [];
  const tsx = createRequire(import.meta.url).resolve("tsx");
  return ["--import", pathToFileURL(tsx).href];
}
