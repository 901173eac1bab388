import { parseArgs, type ParseArgsConfig } from "node:util";
import { CliFailure, usageFailure } from "./cli-failure.ts";

type OptionsConfig = NonNullable<ParseArgsConfig["options"]>;

/** What a verb understands, and the line that says so. */
export interface ArgumentRules<T extends OptionsConfig> {
  readonly usage: string;
  readonly options: T;
  /** How many words may stand beside the options: `[at least, at most]`. */
  readonly words: readonly [number, number];
}

/** @throws CliFailure 2 for an unknown option, a missing value, or too few or many words */
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

/** A repository on a command line: `OWNER/REPO` or `HOST/OWNER/REPO`. */
export interface RepositoryArgument {
  readonly host?: string;
  /** `repos/OWNER/REPO`, ready for the API. */
  readonly path: string;
  readonly fullName: string;
}

/** @throws CliFailure when the text is no repository */
export function readRepository(text: string | undefined): RepositoryArgument {
  if (!text) throw new CliFailure("no repository: name one with --repo OWNER/REPO");
  const match = /^(?:([^/\s]+)\/)?([\w.-]+)\/([\w.-]+)$/.exec(text);
  const [, host, owner, name] = match ?? [];
  if (!owner || !name) {
    throw new CliFailure(`expected the "[HOST/]OWNER/REPO" format, got "${text}"`);
  }
  const fullName = `${owner}/${name}`;
  return { ...(host && { host }), path: `repos/${fullName}`, fullName };
}
