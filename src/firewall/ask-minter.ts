import { UserError, exitCode } from "../shared/errors.ts";
import { Secret } from "../shared/secret.ts";
import { PoolUnavailable, type Pool } from "./budget/pool.ts";
import type { Mint } from "./credential-store.ts";
import type { ReadRulesFile } from "./config-file.ts";
import {
  identifyRules,
  minterVariable,
  type ExchangeMessage,
  type MintMessage,
  type MintReply,
  type SignalMessage,
  type SupervisingMessage,
} from "./minter-messages.ts";
import { CredentialUnavailable } from "./proxy/credential-source.ts";
import { keyOfSource } from "./rules/credential-rule.ts";
import { forwardedSignals } from "./sandbox/supervise.ts";

/** The process that mints tokens exited before the command. */
class MinterGone extends UserError {
  readonly exitCode = exitCode.firewallFailed;
  constructor() {
    super("The process that mints tokens was stopped, so gatehouse stopped the command.", [
      { text: "Tokens that it minted expire within an hour; run the command again" },
    ]);
  }
}

/** The channel to the process that mints tokens. */
export interface Minter {
  readonly mint: Mint;
  /** Requests shares of a budget in the control repository. */
  readonly exchange: Pool["exchange"];
  /** Calls a function for each signal that the process that mints received. */
  readonly onSignal: (receive: (name: NodeJS.Signals) => void) => void;
  /** Calls a function if the process that mints exits first. */
  onGone(report: (error: MinterGone) => void): void;
}

const goneReason = "the process that mints tokens exited";

type Channel = Pick<NodeJS.Process, "on" | "send" | "channel">;

/** The two processes of a run read different rules. */
class OtherRules extends UserError {
  readonly exitCode = exitCode.firewallFailed;
  constructor() {
    super("The rules files changed while gatehouse started, or one of them is a pipe.", [
      { text: "With tokens of an App, gatehouse reads the rules twice: use regular files" },
    ]);
  }
}

/**
 * Connects to the parent process, which holds the Apps' keys.
 * @param files the rules files that this process has read
 * @throws OtherRules if the parent process has read other rules
 */
export function connectMinter(
  env: NodeJS.ProcessEnv,
  files: readonly Pick<ReadRulesFile, "sha256">[],
  channel: Channel = process,
): Minter {
  if (env[minterVariable] !== identifyRules(files) || !channel.send) throw new OtherRules();
  const waiting = new Map<number, (reply: MintReply) => void>();
  let last = 0;
  channel.on("message", (message: unknown) => {
    if (isReply(message)) waiting.get(message.id)?.(message);
  });
  channel.on("disconnect", () => {
    for (const [id, receive] of waiting) receive({ kind: "failed", id, reason: goneReason });
  });
  // The channel alone must not keep this process alive.
  channel.channel?.unref();
  const ask = (message: AskedOf<MintMessage> | AskedOf<ExchangeMessage>): Promise<MintReply> =>
    new Promise((resolve) => {
      const id = (last += 1);
      // Before the command starts, nothing else keeps this process alive until the reply.
      channel.channel?.ref();
      waiting.set(id, (reply) => {
        waiting.delete(id);
        if (waiting.size === 0) channel.channel?.unref();
        resolve(reply);
      });
      channel.send?.({ ...message, id }, undefined, undefined, (error) => {
        if (error) waiting.get(id)?.({ kind: "failed", id, reason: goneReason });
      });
    });
  return {
    mint: async (source) => {
      const reply = await ask({ kind: "mint", key: keyOfSource(source) });
      if (reply.kind === "minted") return new Secret(reply.token);
      throw new CredentialUnavailable(reasonOf(reply));
    },
    exchange: async (requests) => {
      const reply = await ask({ kind: "exchange", requests });
      if (reply.kind === "exchanged") return reply.shares;
      throw new PoolUnavailable(reasonOf(reply));
    },
    onSignal: (receive) => {
      channel.on("message", (message: unknown) => {
        const name = isSignal(message) && forwardedSignals.find((each) => each === message.name);
        if (name) receive(name);
      });
      const ready: SupervisingMessage = { kind: "supervising" };
      channel.send?.(ready);
    },
    onGone: (report) => void channel.on("disconnect", () => report(new MinterGone())),
  };
}

type AskedOf<Message> = Omit<Message, "id">;

function reasonOf(reply: MintReply): string {
  return reply.kind === "failed" ? reply.reason : "the reply is not valid";
}

function isSignal(message: unknown): message is SignalMessage {
  return typeof message === "object" && message !== null && "name" in message;
}

function isReply(message: unknown): message is MintReply {
  return typeof message === "object" && message !== null && "id" in message && "kind" in message;
}
