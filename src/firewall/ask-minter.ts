import { UserError, exitCode } from "../shared/errors.ts";
import { Secret } from "../shared/secret.ts";
import type { Mint } from "./credential-store.ts";
import { minterVariable, type MintMessage, type MintReply } from "./minter-messages.ts";
import { CredentialUnavailable } from "./proxy/credential-source.ts";
import { keyOfSource } from "./rules/credential-rule.ts";

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
  /** Calls a function if the process that mints exits first. */
  onGone(report: (error: MinterGone) => void): void;
}

type Channel = Pick<NodeJS.Process, "on" | "send" | "channel">;

/** Returns whether another gatehouse process started this one and mints its tokens. */
export function hasMinter(env: NodeJS.ProcessEnv, channel: Channel = process): boolean {
  return env[minterVariable] === "1" && channel.send !== undefined;
}

/** Connects to the parent process, which holds the Apps' keys. */
export function connectMinter(channel: Channel = process): Minter {
  const waiting = new Map<number, (reply: MintReply) => void>();
  let last = 0;
  channel.on("message", (message: unknown) => {
    if (isReply(message)) waiting.get(message.id)?.(message);
  });
  // The channel alone must not keep this process alive.
  channel.channel?.unref();
  return {
    mint: (source) =>
      new Promise((resolve, reject) => {
        const id = (last += 1);
        waiting.set(id, (reply) => {
          waiting.delete(id);
          if (reply.kind === "minted") resolve(new Secret(reply.token));
          else reject(new CredentialUnavailable(reply.reason));
        });
        const message: MintMessage = { kind: "mint", id, key: keyOfSource(source) };
        channel.send?.(message, undefined, undefined, (error) => {
          if (error) reject(new CredentialUnavailable("the process that mints tokens exited"));
        });
      }),
    onGone: (report) => void channel.on("disconnect", () => report(new MinterGone())),
  };
}

function isReply(message: unknown): message is MintReply {
  return typeof message === "object" && message !== null && "id" in message && "kind" in message;
}
