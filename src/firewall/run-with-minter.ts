import type { Secret } from "../shared/secret.ts";
import { minterVariable, type MintMessage, type MintReply } from "./minter-messages.ts";
import { CredentialUnavailable } from "./proxy/credential-source.ts";
import { keyOfSource, type AppSource } from "./rules/credential-rule.ts";
import { runAgain } from "./sandbox/run-again.ts";

export interface MintedRun {
  /** Sources of the approved rules. No other tokens are minted. */
  readonly sources: readonly AppSource[];
  /** Environment of the proxy's process, without the Apps' keys. */
  readonly env: NodeJS.ProcessEnv;
  /** @throws CredentialUnavailable */
  readonly mint: (source: AppSource) => Promise<Secret>;
}

/**
 * Runs the same command line in another process, which contains the proxy but not the Apps' keys.
 * Mints the tokens that it asks for.
 * @returns the exit code of the other process
 */
export function runWithMinter({ sources, env, mint }: MintedRun): Promise<number> {
  const known = new Map(sources.map((source) => [keyOfSource(source), source]));
  return runAgain({
    env: { ...env, [minterVariable]: "1" },
    onMessage: (message, send) => {
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

function isRequest(message: unknown): message is MintMessage {
  if (typeof message !== "object" || message === null) return false;
  const { kind, id, key } = message as Partial<Record<keyof MintMessage, unknown>>;
  return kind === "mint" && typeof id === "number" && typeof key === "string";
}
