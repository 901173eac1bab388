import { revokeTokens, requireRevoked } from "../run/token/revoke-tokens.ts";
import { mintSafeOutputToken, explainMissing } from "../run/token/safe-output-token.ts";
import { requireHandler, requireTargets, requireWorkers } from "../run/token/token-request.ts";
import { createBoundSend } from "../forge/bound-send.ts";
import { createSendOnce } from "../forge/send-once.ts";
import { addToSummary } from "../forge/run-step.ts";
import { stepForge } from "../forge/step-forge.ts";
import { printRows } from "../terminal/paint.ts";
import { ourEnvironment } from "../shared/child-environment.ts";
import { exitCode } from "../shared/errors.ts";
import { listenForStop } from "../shared/listen-for-stop.ts";
import { findSettingsHere } from "./list-workers.ts";
import { printJson } from "./outcomes/print-json.ts";
import { printResolved } from "./outcomes/print-taken.ts";
import {
  revocationRows,
  mintedRows,
  toMintDocument,
  unmintedRows,
} from "./outcomes/print-token.ts";

export interface TokenOptions {
  readonly for?: string;
  readonly repository?: readonly string[];
  readonly ignoreIfMissing?: boolean;
  readonly json?: boolean;
}

/**
 * Runs `gatehouse token --for …`. With `--json`, the commands that mask the token go to standard
 * error, because a runner reads both streams.
 */
export async function runToken({ json, ignoreIfMissing, ...wanted }: TokenOptions): Promise<void> {
  // Until the result is printed, any termination of the process is a failure.
  process.exitCode = exitCode.unreachable;
  const env = ourEnvironment();
  const handler = requireHandler(wanted.for);
  const repositories = requireTargets(wanted.repository ?? [], env);
  const profile = stepForge(env, "token");
  if (handler === "dispatch") {
    requireWorkers(findSettingsHere(env, profile.brand), repositories, env);
  }
  const reason = ignoreIfMissing ? explainMissing(env) : undefined;
  if (reason !== undefined) {
    addToSummary(env, `No token for ${handler}: ${reason}`);
    if (json) printJson(toMintDocument(handler, repositories, { reason }));
    else printRows((style) => unmintedRows(handler, reason, style));
    process.exitCode = exitCode.done;
    return;
  }
  const log = json ? process.stderr : process.stdout;
  const stopped = listenForStop();
  const minted = await mintSafeOutputToken(handler, repositories, {
    profile,
    send: createBoundSend(createSendOnce(env), { signal: stopped }),
    env,
    print: (line) => printResolved(log, line),
    stopped,
  });
  if (json) printJson(toMintDocument(handler, repositories, { minted }));
  else printRows((style) => mintedRows(minted, style));
  process.exitCode = exitCode.done;
}

/** Runs `gatehouse token revoke`. */
export async function runRevoke({ json }: Pick<TokenOptions, "json">): Promise<void> {
  const env = ourEnvironment();
  const ended = await revokeTokens(env, {
    profile: stepForge(env, "token"),
    send: createSendOnce(env),
  });
  if (json) printJson({ tokens: ended.map(({ name, result }) => ({ name, result })) });
  else printRows((style) => revocationRows(ended, style));
  requireRevoked(ended);
}
