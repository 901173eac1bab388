import { InvalidInput, UserError, exitCode } from "../shared/errors.ts";
import type { ExitCode, Hint } from "../shared/errors.ts";
import { runCommand } from "../shared/run-command.ts";
import type { Command, CommandResult } from "../shared/run-command.ts";
import { Secret } from "../shared/secret.ts";
import { tokenVariables } from "./host-profile.ts";
import { explainHowToSignIn } from "./login-advice.ts";
import type { HostProfile } from "./host-profile.ts";
import type { RepositoryName } from "./repository-name.ts";

/** The forge's command-line client: provides the login, and stores secrets and variables. */
export interface ForgeCli {
  /** Returns the version; undefined if the CLI is not installed. */
  version(): Promise<string | undefined>;
  /** Returns the token for the host and its source; undefined if not signed in. */
  login(): Promise<ForgeLogin | undefined>;
  setVariable(repository: RepositoryName, name: string, value: string): Promise<void>;
  /**
   * Sends the value through standard input.
   * @throws InvalidInput if the value is empty, ForgeCliFailed
   */
  setSecret(target: SecretTarget, value: Secret): Promise<void>;
}

export interface ForgeLogin {
  readonly token: Secret;
  /** "the stored login", or the name of the environment variable that overrides it. */
  readonly source: string;
}

interface SecretTarget {
  readonly repository: RepositoryName;
  readonly name: string;
  /** Protected environment that contains the secret; undefined for a repository secret. */
  readonly environment?: string;
}

/** The forge CLI reported a failure. */
export class ForgeCliFailed extends UserError {
  readonly exitCode: ExitCode = exitCode.refused;

  constructor(what: string, complaint: string, hints: readonly Hint[] = []) {
    super(`Could not ${what}: ${complaint || "no reason given"}`, hints);
  }
}

/** The forge CLI is not installed. */
class ForgeCliMissing extends ForgeCliFailed {
  override readonly exitCode = exitCode.incomplete;
}

/** The forge CLI does not have a login for the host. */
export class NotSignedIn extends UserError {
  readonly exitCode = exitCode.incomplete;

  constructor(profile: HostProfile) {
    super(`Not signed in to ${profile.host}.`, [explainHowToSignIn(profile)]);
  }
}

export interface ForgeCliOptions {
  readonly profile: HostProfile;
  readonly command: Command;
  readonly env: NodeJS.ProcessEnv;
  /** Time limit of one call; one minute by default. */
  readonly limitMilliseconds?: number;
}

const callLimitMilliseconds = 60_000;
// Headers can contain only visible ASCII characters. GitHub tokens do not contain any other
// characters.
const notOfAToken = /[^\x21-\x7e]/;

export function createForgeCli(options: ForgeCliOptions): ForgeCli {
  const { profile, env } = options;
  const { cli } = profile.brand;
  const run = async (args: readonly string[], input?: Secret): Promise<CommandResult> => {
    const result = await call(options, args, input);
    if (result) return result;
    throw new ForgeCliMissing(
      `run ${cli.command}`,
      `program "${options.command.program[0]}" not found`,
      [{ text: `Install ${cli.command}`, link: cli.installLink }],
    );
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
        throw new ForgeCliFailed(
          `read the login from ${cli.command}`,
          "its output is not a valid token",
          [explainHowToSignIn(profile, "Sign in again")],
        );
      }
      const shadow = tokenVariables(profile).find((name) => env[name]);
      return { token: new Secret(token), source: shadow ?? "the stored login" };
    },
    setVariable: (repository, name, value) => {
      const args = ["variable", "set", name, "--repo", repository.full, "--body", value];
      return perform(`set the variable ${name}`, args);
    },
    setSecret: async ({ repository, name, environment }, value) => {
      // Without this check, the CLI would store an empty secret without an error.
      if (value.isEmpty) throw new InvalidInput(`The value of ${name} is empty.`);
      if (environment?.includes("/")) {
        throw new InvalidInput(`Invalid environment name "${environment}": it contains "/".`);
      }
      const where = environment === undefined ? [] : ["--env", environment];
      const args = ["secret", "set", name, ...where, "--repo", repository.full];
      await perform(`set the secret ${name}`, args, value);
    },
  };
}

/** Runs the CLI, and stops it if it takes too long. */
async function call(
  { profile, command, limitMilliseconds = callLimitMilliseconds }: ForgeCliOptions,
  args: readonly string[],
  input?: Secret,
): Promise<CommandResult | undefined> {
  const signal = AbortSignal.timeout(limitMilliseconds);
  try {
    return await runCommand(command, args, { signal, ...(input && { input }) });
  } catch (error) {
    if (error !== signal.reason) throw error;
    const complaint = `no response within ${limitMilliseconds / 1000} seconds`;
    throw new ForgeCliFailed(
      `run "${profile.brand.cli.command} ${args.slice(0, 2).join(" ")}"`,
      complaint,
    );
  }
}

/** Returns whether a version is at least the minimum, compared number by number. */
export function isAtLeast(version: string, minimum: string): boolean {
  const numbers = (text: string) => text.split(".").map(Number);
  const wanted = numbers(minimum);
  for (const [index, number] of numbers(version).entries()) {
    const difference = number - (wanted[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}
