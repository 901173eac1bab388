import type { Secret } from "../shared/secret.ts";
import { readExchanges } from "./budget/guard-pool.ts";
import { PoolUnavailable, type Pool } from "./budget/pool.ts";
import type { ReadRulesFile } from "./config-file.ts";
import {
  identifyRules,
  minterVariable,
  type MintMessage,
  type MintReply,
  type SignalMessage,
  type SupervisingMessage,
} from "./minter-messages.ts";
import { CredentialUnavailable } from "./proxy/credential-source.ts";
import { keyOfSource, type AppSource } from "./rules/credential-rule.ts";
import { runAgain } from "./sandbox/run-again.ts";

export interface MintedRun {
  /** Sources of the approved rules. No other tokens are minted. */
  readonly sources: readonly AppSource[];
  /** The rules files that this process has read. */
  readonly files: readonly ReadRulesFile[];
  /** Environment of the proxy's process, without the Apps' keys. */
  readonly env: NodeJS.ProcessEnv;
  /** @throws CredentialUnavailable */
  readonly mint: (source: AppSource) => Promise<Secret>;
  /** Budget in the control repository; undefined if the rules share none. */
  readonly pool?: Pool | undefined;
  /** Called after the other process has exited. */
  readonly finish: () => Promise<void>;
}

/**
 * Runs the same command line in another process, which contains the proxy but not the Apps' keys.
 * Mints the tokens that it asks for.
 * @returns the exit code of the other process
 */
export function runWithMinter({
  sources,
  files,
  env,
  mint,
  pool,
  finish,
}: MintedRun): Promise<number> {
  const known = new Map(sources.map((source) => [keyOfSource(source), source]));
  let isSupervising = false;
  return runAgain({
    env: { ...env, [minterVariable]: identifyRules(files) },
    sendSignal: (name, send) => {
      const message: SignalMessage = { kind: "signal", name };
      if (isSupervising) send(message);
      return isSupervising;
    },
    finish,
    onMessage: (message, send) => {
      if (isSupervisingMessage(message)) isSupervising = true;
      if (isExchange(message)) void exchange(message, pool).then(send);
      if (!isRequest(message)) return;
      void answer(known.get(message.key), { id: message.id, mint }).then(send);
    },
  });
}

async function answer(
  source: AppSource | undefined,
  { id, mint }: { readonly id: number } & Pick<MintedRun, "mint">,
): Promise<MintReply> {
  if (!source) return { kind: "failed", id, reason: "no approved rule requests this token" };
  try {
    return { kind: "minted", id, token: (await mint(source)).reveal() };
  } catch (error) {
    const isKnown = error instanceof CredentialUnavailable;
    return { kind: "failed", id, reason: isKnown ? error.reason : "minting failed" };
  }
}

async function exchange(
  { id, requests: given }: { readonly id: number; readonly requests?: unknown },
  pool: Pool | undefined,
): Promise<MintReply> {
  const requests = readExchanges(given);
  if (!pool || !requests) return { kind: "failed", id, reason: "no approved rule has this budget" };
  try {
    return { kind: "exchanged", id, shares: await pool.exchange(requests) };
  } catch (error) {
    const isKnown = error instanceof PoolUnavailable;
    return { kind: "failed", id, reason: isKnown ? error.reason : "an error occurred" };
  }
}

function isExchange(message: unknown): message is { readonly id: number; requests?: unknown } {
  if (typeof message !== "object" || message === null || !("id" in message)) return false;
  return "kind" in message && message.kind === "exchange" && typeof message.id === "number";
}

function isSupervisingMessage(message: unknown): message is SupervisingMessage {
  return (
    typeof message === "object" &&
    message !== null &&
    "kind" in message &&
    message.kind === "supervising"
  );
}

function isRequest(message: unknown): message is MintMessage {
  if (typeof message !== "object" || message === null) return false;
  const { kind, id, key } = message as Partial<Record<keyof MintMessage, unknown>>;
  return kind === "mint" && typeof id === "number" && typeof key === "string";
}
