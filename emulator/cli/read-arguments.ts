import { parseArgs, type ParseArgsConfig } from "node:util";
import { CliFailure, usageFailure } from "./cli-failure.ts";

type OptionsConfig = NonNullable<ParseArgsConfig["options"]>;

/** The options and arguments of a command, and its usage line. */
export interface ArgumentRules<T extends OptionsConfig> {
  readonly usage: string;
  readonly options: T;
  /** Number of positional arguments: `[minimum, maximum]`. */
  readonly words: readonly [number, number];
}

/** @throws CliFailure 2 for an unknown option, a missing value, or a wrong number of arguments */
export function readArguments<const T extends OptionsConfig>(
  args: readonly string[],
  rules: ArgumentRules<T>,
) {
  const parsed = parseOrRefuse(args, rules);
  const [least, most] = rules.words;
  if (parsed.positionals.length < least) {
    throw usageFailure(`${least - parsed.positionals.length} argument(s) missing`, rules.usage);
  }
  if (parsed.positionals.length > most) {
    throw usageFailure(`unknown argument "${parsed.positionals[most]}"`, rules.usage);
  }
  return parsed;
}

function parseOrRefuse<const T extends OptionsConfig>(
  args: readonly string[],
  rules: ArgumentRules<T>,
) {
  try {
    return parseArgs({ args: [...args], options: rules.options, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw usageFailure(error.message, rules.usage);
  }
}

/** A repository argument: `OWNER/REPO` or `HOST/OWNER/REPO`. */
export interface RepositoryArgument {
  readonly host?: string;
  /** Path of the repository in the API: `repos/OWNER/REPO`. */
  readonly path: string;
  readonly fullName: string;
}

/** @throws CliFailure if the text is not a repository name */
export function readRepository(text: string | undefined): RepositoryArgument {
  if (!text) throw new CliFailure("repository missing: use --repo OWNER/REPO");
  const match = /^(?:([^/\s]+)\/)?([\w.-]+)\/([\w.-]+)$/.exec(text);
  const [, host, owner, name] = match ?? [];
  if (!owner || !name) {
    throw new CliFailure(`expected the "[HOST/]OWNER/REPO" format, got "${text}"`);
  }
  const fullName = `${owner}/${name}`;
  return { ...(host && { host }), path: `repos/${fullName}`, fullName };
}
