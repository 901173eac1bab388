import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { childEnvironment } from "../../../shared/child-environment.ts";
import { redact } from "../../../shared/redact.ts";
import type { Secret } from "../../../shared/secret.ts";
import { KeychainUnavailable } from "../keychain-unavailable.ts";
import { parseReply, type HelperReply, type Outcome, type Request, type Step } from "./protocol.ts";

export interface HelperOptions {
  readonly service: string;
  /** After this long the helper is killed: a stuck keychain answers after 50 seconds, or never. */
  readonly limitSeconds: number;
  /** The program that answers; a `.ts` file is run through tsx. */
  readonly helperPath: string;
}

/**
 * Has a new helper process take these steps, and waits until it is gone.
 * @throws KeychainUnavailable when it refuses, hangs, crashes or talks nonsense
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
    // Its complaints are those of the keychain's library; what we need to know comes in the answer.
    stderr: "ignore",
    env: childEnvironment(),
    extendEnv: false,
    // Ctrl-C and a terminal that closes are ours to answer.
    detached: true,
    timeout: limitSeconds * 1000,
    killSignal: "SIGKILL",
    reject: false,
    windowsHide: true,
  });
  if (ended.timedOut) {
    throw new KeychainUnavailable(`it did not answer within ${limitSeconds} seconds`);
  }
  if (ended.signal) throw new KeychainUnavailable(`its helper was ended by ${ended.signal}`);
  return readOutcomes(parseReply(ended.stdout), steps);
}

/** Where the helper is: beside the bundle, or beside this file when run from source. */
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
  throw new KeychainUnavailable("its helper did not give an answer");
}

function uncover(step: Step<Secret>): Step {
  return step.do === "set" ? { ...step, value: step.value.reveal() } : step;
}

function loaderFor(path: string): string[] {
  if (!path.endsWith(".ts")) return [];
  const tsx = createRequire(import.meta.url).resolve("tsx");
  return ["--import", pathToFileURL(tsx).href];
}
