import { createForgeClient } from "./client.ts";
import type { ForgeClient } from "./client.ts";
import { createForgeCli, NotSignedIn } from "./forge-cli.ts";
import type { ForgeCli, ForgeLogin } from "./forge-cli.ts";
import type { HostProfile } from "./host-profile.ts";
import { Cancelled } from "../shared/errors.ts";
import type { Secret } from "../shared/secret.ts";
import type { Command } from "../shared/run-command.ts";

/** A forge that was reached, and what ends when the command does. */
export interface Connection {
  readonly profile: HostProfile;
  readonly cli: ForgeCli;
  readonly fetch: typeof globalThis.fetch;
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
  readonly fetch: typeof globalThis.fetch;
  /** What stands before the way to the host: who counts requests. */
  readonly wrap?: (send: typeof globalThis.fetch) => typeof globalThis.fetch;
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
  const fetch = until(over.signal, wrap(options.fetch));
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
    return createForgeClient({ profile, fetch, token });
  };
  return {
    profile,
    cli,
    fetch,
    client: () => (client ??= signIn()),
    speakAs: ({ token }) => {
      const speaking = createForgeClient({ profile, fetch, token });
      client = Promise.resolve(speaking);
      return speaking;
    },
    stranger: createForgeClient({ profile, fetch }),
    signIn: mark,
    close: async () => {
      over.abort(new ConnectionClosed());
      await options.close?.();
    },
  };
}

/** The same, but a look ends with this signal, too. What changes something goes on: a token that is revoked then is. */
function until(over: AbortSignal, send: typeof globalThis.fetch): typeof globalThis.fetch {
  return (input, init) => {
    if (changesSomething(input, init)) return send(input, init);
    const own = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    return send(input, { ...init, signal: AbortSignal.any(own ? [own, over] : [over]) });
  };
}

function changesSomething(
  input: Parameters<typeof globalThis.fetch>[0],
  init?: RequestInit,
): boolean {
  const { url, method } = input instanceof Request ? input : { url: String(input), method: "GET" };
  return (init?.method ?? method) !== "GET" && !new URL(url).pathname.endsWith("/graphql");
}
