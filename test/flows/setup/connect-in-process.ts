import type { Connection } from "../../../src/forge/connection.ts";
import type { Emulator } from "../../../emulator/emulator.ts";
import { ForgeCliFailed } from "../../../src/forge/forge-cli.ts";
import { resolveHost } from "../../../src/forge/host-profile.ts";
import { createForgeClient } from "../../../src/forge/client.ts";
import { runCli } from "../../emulator/cli-bench.ts";
import { send } from "../../forge/forge-bench.ts";

/**
 * Creates the connection of a command to the embedded forge, but with its CLI in this process. This
 * saves several hundred process starts.
 */
export function connectInProcess(emulator: Emulator): Connection {
  const profile = resolveHost(emulator.origin);
  const env = { FORGE_HOST: profile.host, FORGE_CONFIG_DIR: emulator.cliConfigDir };
  const perform = async (what: string, args: string[], stdin?: string) => {
    const result = await runCli(args, { env, ...(stdin !== undefined && { stdin }) });
    if (result.code !== 0) throw new ForgeCliFailed(what, result.stderr.trim());
  };
  const speakAs: Connection["speakAs"] = ({ token }) => createForgeClient({ profile, send, token });
  return {
    profile,
    send,
    stranger: createForgeClient({ profile, send }),
    signIn: (link) => link,
    speakAs,
    client: () => Promise.resolve(createForgeClient({ profile, send, token: emulator.userToken })),
    close: () => Promise.resolve(),
    cli: {
      version: () => Promise.resolve("2.60.0"),
      login: () => Promise.resolve({ token: emulator.userToken, source: "the stored login" }),
      setVariable: ({ full }, name, value) => {
        const args = ["variable", "set", name, "--repo", full, "--body", value];
        return perform(`set the variable ${name}`, args);
      },
      setSecret: ({ repository, name, environment }, value) => {
        const where = environment === undefined ? [] : ["--env", environment];
        const args = ["secret", "set", name, ...where, "--repo", repository.full];
        return perform(`set the secret ${name}`, args, value.reveal());
      },
    },
  };
}
