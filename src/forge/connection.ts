import { createForgeClient } from "./client.ts";
import type { ForgeClient } from "./client.ts";
import { createForgeCli, NotSignedIn } from "./forge-cli.ts";
import type { ForgeCli, ForgeLogin } from "./forge-cli.ts";
import type { HostProfile } from "./host-profile.ts";
import type { OneRequest, SendOnce } from "./one-request.ts";
import { Cancelled } from "../shared/errors.ts";
import type { Secret } from "../shared/secret.ts";
import type { Command } from "../shared/run-command.ts";

/** A forge that was reached, and what ends when the command does. */
export interface Connection {
  readonly profile: HostProfile;
  readonly cli: ForgeCli;
  readonly send: SendOnce;
  /** Speaks with the forge CLI's login; asks the CLI for it the first time. */
  readonly client: () => Promise<ForgeClient>;
  /** Speaks without a login. */
  readonly stranger: ForgeClient;
  /** Speaks with a login that the CLI has told already, and so does `client` from then on: the CLI takes a while to start. */
  readonly speakAs: (login: ForgeLogin) => ForgeClient;
  /** Makes of a link to the embedded forge one that signs a browser in there; any other stays as it is. */
  readonly signIn: (link: string) => string;
  /** Ends what is still asked, too: whoever stopped does not wait for the answer to a look-up. */
  readonly close: () => Promise<void>;
}

/** The command is over, and with it what it asked the forge. */
export class ConnectionClosed extends Cancelled {}

export interface ConnectionOptions {
  readonly profile: HostProfile;
  /** How the forge CLI is run for this host. */
  readonly command: Command;
  readonly env: NodeJS.ProcessEnv;
  readonly send: SendOnce;
  /** What stands before the way to the host: who counts requests. */
  readonly wrap?: (send: SendOnce) => SendOnce;
  /** The forge CLI's login, where it is known already. */
  readonly token?: Secret;
  /** How long one call of the forge CLI may take. */
  readonly cliLimitMilliseconds?: number;
  readonly signIn?: (link: string) => string;
  readonly close?: () => Promise<void>;
}

/** Reaches a host. Nothing is asked yet: `client` rejects with `NotSignedIn` when nobody is. */
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

/** The same, but a look ends with this signal, too. What changes something goes on: a token that is revoked then is. */
function until(over: AbortSignal, send: SendOnce): SendOnce {
  return async (request) => {
    if (changesSomething(request)) return send(request);
    return send({ ...request, signal: AbortSignal.any([request.signal, over]) });
  };
}

function changesSomething({ method, address }: OneRequest): boolean {
  return method !== "GET" && !address.pathname.endsWith("/graphql");
}
