import { createForgeClient } from "./client.ts";
import type { ForgeClient } from "./client.ts";
import { createForgeCli, NotSignedIn } from "./forge-cli.ts";
import type { ForgeCli, ForgeLogin } from "./forge-cli.ts";
import type { HostProfile } from "./host-profile.ts";
import type { Command } from "../shared/run-command.ts";

/** A forge that was reached, and what ends when the command does. */
export interface Connection {
  readonly profile: HostProfile;
  readonly cli: ForgeCli;
  readonly fetch: typeof globalThis.fetch;
  /** Speaks with the forge CLI's login; asks the CLI for it the first time. */
  readonly client: () => Promise<ForgeClient>;
  /** Speaks with a login that the CLI has told already, and so does `client` from then on: the CLI takes a while to start. */
  readonly speakAs: (login: ForgeLogin) => ForgeClient;
  /** Makes of a link to the embedded forge one that signs a browser in there; any other stays as it is. */
  readonly signIn: (link: string) => string;
  readonly close: () => Promise<void>;
}

export interface ConnectionOptions {
  readonly profile: HostProfile;
  /** How the forge CLI is run for this host. */
  readonly command: Command;
  readonly env: NodeJS.ProcessEnv;
  readonly fetch: typeof globalThis.fetch;
  readonly signIn?: (link: string) => string;
  readonly close?: () => Promise<void>;
}

/** Reaches a host. Nothing is asked yet: `client` rejects with `NotSignedIn` when nobody is. */
export function openConnection(options: ConnectionOptions): Connection {
  const { profile, command, env, fetch, signIn: mark = (link) => link } = options;
  const { close = () => Promise.resolve() } = options;
  const cli = createForgeCli({ profile, command, env });
  let client: Promise<ForgeClient> | undefined;
  const signIn = async () => {
    const login = await cli.login();
    if (!login) throw new NotSignedIn(profile);
    return createForgeClient({ profile, fetch, token: login.token });
  };
  const speakAs = ({ token }: ForgeLogin) => {
    const speaking = createForgeClient({ profile, fetch, token });
    client = Promise.resolve(speaking);
    return speaking;
  };
  return { profile, cli, fetch, client: () => (client ??= signIn()), speakAs, signIn: mark, close };
}
