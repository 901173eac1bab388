import { InvalidInput, UserError, exitCode } from "../shared/errors.ts";
import type { Hint } from "../shared/errors.ts";
import { runCommand } from "../shared/run-command.ts";
import type { Command, CommandResult } from "../shared/run-command.ts";
import { Secret } from "../shared/secret.ts";
import { tokenVariables } from "./host-profile.ts";
import { explainHowToSignIn } from "./login-advice.ts";
import type { HostProfile } from "./host-profile.ts";
import type { RepositoryName } from "./repository-name.ts";

/** The forge's command-line client: who is signed in, and the way that keys and variables are stored. */
export interface ForgeCli {
  /** Its version, or undefined when it is not installed. */
  version(): Promise<string | undefined>;
  /** The token that it uses for the host, and where that comes from; undefined when nobody is signed in. */
  login(): Promise<ForgeLogin | undefined>;
  setVariable(repository: RepositoryName, name: string, value: string): Promise<void>;
  /** Sends the value by standard input. @throws InvalidInput when it is empty, ForgeCliFailed */
  setSecret(target: SecretTarget, value: Secret): Promise<void>;
}

export interface ForgeLogin {
  readonly token: Secret;
  /** "the stored login", or the environment variable that shadows it. */
  readonly source: string;
}

interface SecretTarget {
  readonly repository: RepositoryName;
  readonly name: string;
  /** The protected environment, for a secret that is not the repository's. */
  readonly environment?: string;
}

/** The forge CLI ran and reported a failure. */
export class ForgeCliFailed extends UserError {
  readonly exitCode = exitCode.refused;

  constructor(what: string, complaint: string, hints: readonly Hint[] = []) {
    super(`The forge CLI could not ${what}: ${complaint || "it gave no reason"}`, hints);
  }
}

/** The forge CLI has no login for the host, so there is nobody to speak as. */
export class NotSignedIn extends UserError {
  readonly exitCode = exitCode.incomplete;

  constructor(profile: HostProfile) {
    super(`Nobody is signed in to ${profile.host}.`, [explainHowToSignIn(profile)]);
  }
}

export interface ForgeCliOptions {
  readonly profile: HostProfile;
  readonly command: Command;
  readonly env: NodeJS.ProcessEnv;
  /** How long one call may take; a minute unless told. */
  readonly limitMilliseconds?: number;
}

const callLimitMilliseconds = 60_000;
// A header carries visible ASCII only, and the forge's tokens are nothing else.
const notOfAToken = /[^\x21-\x7e]/;

export function createForgeCli(options: ForgeCliOptions): ForgeCli {
  const { profile, env } = options;
  const { cli } = profile.brand;
  const run = async (args: readonly string[], input?: Secret): Promise<CommandResult> => {
    const result = await call(options, args, input);
    if (result) return result;
    throw new ForgeCliFailed("start", `there is no program "${options.command.program[0]}"`, [
      { say: "Install it", link: cli.installLink },
    ]);
  };
  const perform = async (what: string, args: readonly string[], input?: Secret) => {
    const { exitCode: code, complaint } = await run(args, input);
    if (code !== 0) throw new ForgeCliFailed(what, complaint.trim());
  };

  return {
    version: async () => {
      const result = await call(options, ["--version"]);
      return result && /\d+\.\d+\.\d+/.exec(result.output.reveal())?.[0];
    },
    login: async () => {
      const { exitCode: code, output } = await run(["auth", "token"]);
      if (code !== 0 || output.isEmpty) return undefined;
      const token = output.reveal().trim();
      if (notOfAToken.test(token)) {
        throw new ForgeCliFailed("tell the login", "what it printed is no token", [
          { say: "Sign in anew", command: `${cli.command} auth login --hostname ${profile.host}` },
        ]);
      }
      const shadow = tokenVariables(profile).find((name) => env[name]);
      return { token: new Secret(token), source: shadow ?? "the stored login" };
    },
    setVariable: (repository, name, value) => {
      const args = ["variable", "set", name, "--repo", repository.full, "--body", value];
      return perform(`set the variable ${name}`, args);
    },
    setSecret: async ({ repository, name, environment }, value) => {
      // The CLI takes an empty input for an empty secret, without a word.
      if (value.isEmpty) throw new InvalidInput(`The value for ${name} is empty.`);
      if (environment?.includes("/")) {
        throw new InvalidInput(`The environment name "${environment}" has a "/" in it.`);
      }
      const where = environment === undefined ? [] : ["--env", environment];
      const args = ["secret", "set", name, ...where, "--repo", repository.full];
      await perform(`set the secret ${name}`, args, value);
    },
  };
}

/** Runs the CLI. One that waits for something that never comes is stopped. */
async function call(
  { command, limitMilliseconds = callLimitMilliseconds }: ForgeCliOptions,
  args: readonly string[],
  input?: Secret,
): Promise<CommandResult | undefined> {
  const signal = AbortSignal.timeout(limitMilliseconds);
  try {
    return await runCommand(command, args, { signal, ...(input && { input }) });
  } catch (error) {
    if (error !== signal.reason) throw error;
    const complaint = `it did not end within ${limitMilliseconds / 1000} seconds`;
    throw new ForgeCliFailed(`answer "${args.slice(0, 2).join(" ")}"`, complaint);
  }
}

/** Whether a version is at least another one, number by number. */
export function isAtLeast(version: string, minimum: string): boolean {
  const numbers = (text: string) => text.split(".").map(Number);
  const wanted = numbers(minimum);
  for (const [index, number] of numbers(version).entries()) {
    const difference = number - (wanted[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}
