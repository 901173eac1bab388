import { createForgeClient } from "./client.ts";
import type { ForgeClient } from "./client.ts";
import { createForgeCli, NotSignedIn } from "./forge-cli.ts";
import type { ForgeCli, ForgeLogin } from "./forge-cli.ts";
import type { HostProfile } from "./host-profile.ts";
import type { OneRequest, SendOnce } from "./one-request.ts";
import { Cancelled } from "../shared/errors.ts";
import type { Secret } from "../shared/secret.ts";
import type { Command } from "../shared/run-command.ts";

/** A connection to a forge, which is closed when the command ends. */
export interface Connection {
  readonly profile: HostProfile;
  readonly cli: ForgeCli;
  readonly send: SendOnce;
  /** Returns a client with the forge CLI's login. The first call reads that login from the CLI. */
  readonly client: () => Promise<ForgeClient>;
  /** A client that sends requests without a login. */
  readonly stranger: ForgeClient;
  /**
   * Returns a client with a login that was already read. `client` then reuses this login instead of
   * starting the CLI again, which is slow.
   */
  readonly speakAs: (login: ForgeLogin) => ForgeClient;
  /**
   * Converts a link to the embedded forge into one that also signs the browser in; returns any
   * other link unchanged.
   */
  readonly signIn: (link: string) => string;
  /** Also aborts pending reads, so that a stopped command does not wait for them. */
  readonly close: () => Promise<void>;
}

/** The command ended, and its requests were aborted. */
export class ConnectionClosed extends Cancelled {}

export interface ConnectionOptions {
  readonly profile: HostProfile;
  /** How to run the forge CLI for this host. */
  readonly command: Command;
  readonly env: NodeJS.ProcessEnv;
  readonly send: SendOnce;
  /** Wraps the transport, for example to count requests. */
  readonly wrap?: (send: SendOnce) => SendOnce;
  /** The forge CLI's login, if it is already known. */
  readonly token?: Secret;
  /** Time limit of one forge CLI call. */
  readonly cliLimitMilliseconds?: number;
  readonly signIn?: (link: string) => string;
  readonly close?: () => Promise<void>;
}

/**
 * Opens a connection without sending a request. `client` rejects with `NotSignedIn` if there is no
 * login.
 */
export function openConnection(options: ConnectionOptions): Connection {
  const { profile, command, env, signIn: mark = (link) => link, wrap = (send) => send } = options;
  const over = new AbortController();
  const send = until(over.signal, wrap(options.send));
  const limit = options.cliLimitMilliseconds;
  const cli = createForgeCli({
    profile,
    command,
    env,
    ...(limit !== undefined && { limitMilliseconds: limit }),
  });
  let client: Promise<ForgeClient> | undefined;
  const signIn = async () => {
    const token = options.token ?? (await cli.login())?.token;
    if (!token) throw new NotSignedIn(profile);
    return createForgeClient({ profile, send, token });
  };
  return {
    profile,
    cli,
    send,
    client: () => (client ??= signIn()),
    speakAs: ({ token }) => {
      const speaking = createForgeClient({ profile, send, token });
      client = Promise.resolve(speaking);
      return speaking;
    },
    stranger: createForgeClient({ profile, send }),
    signIn: mark,
    close: async () => {
      over.abort(new ConnectionClosed());
      await options.close?.();
    },
  };
}

/**
 * Wraps a transport so that this signal also aborts reads. It does not abort writes, so that a
 * token revocation can finish.
 */
function until(over: AbortSignal, send: SendOnce): SendOnce {
  return async (request) => {
    if (changesSomething(request)) return send(request);
    return send({ ...request, signal: AbortSignal.any([request.signal, over]) });
  };
}

function changesSomething({ method, address }: OneRequest): boolean {
  return method !== "GET" && !address.pathname.endsWith("/graphql");
}
