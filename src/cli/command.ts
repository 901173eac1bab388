import type { UserError } from "../shared/errors.ts";
import type { DescribedCommand } from "./described-command.ts";

/**
 * An option of a command. The key in `Options` is the option's name in camel case: `readAppName`
 * for `--read-app-name`.
 */
export interface Option {
  readonly summary: string;
  /** Name of the value in the help, such as `owner/repo`. An option without a value is a flag. */
  readonly value?: string;
  /** The value can be omitted. If it is given, `=` must precede it. */
  readonly isValueOptional?: true;
  /** Single-letter form of the option: `o` for `-o`. */
  readonly short?: string;
  readonly default?: string;
  readonly isRequired?: true;
  /** The flag is `--no-NAME`: the value is true unless the flag is given. */
  readonly isNegated?: true;
  /**
   * Accepts several values. With `each`, the option is repeated for each value. With `list`, it
   * also accepts all words up to the next option.
   */
  readonly many?: "each" | "list";
  /** Values that completions suggest. Other values are also accepted. */
  readonly offers?: readonly string[];
}

export type Options = Readonly<Record<string, Option>>;

/**
 * A positional argument. The key in `Arguments` is the argument's name, and the order of the keys
 * is the order of the arguments.
 */
export interface Argument {
  readonly summary: string;
  readonly isOptional?: true;
  /** Accepts all remaining words. */
  readonly isVariadic?: true;
  readonly default?: string;
  readonly offers?: readonly string[];
  /** Rejects values that are not in `offers`. */
  readonly isChoice?: true;
}

export type Arguments = Readonly<Record<string, Argument>>;

export type OptionValue = string | boolean | readonly string[];

type ValueOf<O extends Option> = O extends { readonly many: string }
  ? readonly string[]
  : O extends { readonly isValueOptional: true }
    ? string | true
    : O extends { readonly value: string }
      ? string
      : boolean;

type Always =
  { readonly default: string } | { readonly isRequired: true } | { readonly isNegated: true };

/** The values of declared options, as a command receives them. */
type OptionValues<T extends Options> = string extends keyof T
  ? Readonly<Record<string, OptionValue | undefined>>
  : { readonly [K in keyof T as T[K] extends Always ? K : never]: ValueOf<T[K]> } & {
      readonly [K in keyof T as T[K] extends Always ? never : K]?: ValueOf<T[K]>;
    };

type ArgumentOf<A extends Argument> = A extends { readonly isVariadic: true }
  ? readonly string[]
  : A extends { readonly isOptional: true }
    ? A extends { readonly default: string }
      ? string
      : string | undefined
    : string;

type ArgumentValues<T extends Arguments> = { readonly [K in keyof T]: ArgumentOf<T[K]> };

interface Described {
  /** Description in the help; undefined if the summary in the command table is enough. */
  readonly description?: string;
  /** Usage to print instead of the one derived from arguments and options. */
  readonly usage?: string;
  /** Examples and other text below the options in the help. */
  readonly notes?: string;
  /**
   * Returns the help to print instead of the derived help.
   * @param columns width of the terminal
   */
  readonly help?: (columns: number) => Promise<string>;
  /** Rearranges the words of the command line before they are parsed. */
  readonly arrange?: (words: readonly string[]) => readonly string[];
  /** Creates the error for a command line that cannot be parsed. */
  readonly refuse?: (message: string) => UserError;
}

/** The program, for commands that describe or run other commands. */
export interface Program {
  readonly describe: () => Promise<DescribedCommand>;
  /** @param words the words after the program's name */
  readonly run: (words: readonly string[]) => Promise<void>;
}

/**
 * A command with its option types erased, for the parser, the help, completions and manual pages.
 */
export interface Command extends Described {
  readonly options: Options;
  readonly arguments: Arguments;
  /** Undefined for a group, which consists only of other commands. */
  run?(
    options: Readonly<Record<string, OptionValue | undefined>>,
    args: Readonly<Record<string, string | readonly string[] | undefined>>,
    program: Program,
  ): void | Promise<void>;
}

interface Declaration<O extends Options, A extends Arguments> extends Described {
  readonly options?: O;
  readonly arguments?: A;
  run?(options: OptionValues<O>, args: ArgumentValues<A>, program: Program): void | Promise<void>;
}

const none = {};

/**
 * Declares a command once. Parsing, help, completions and manual pages are derived from the
 * declaration.
 */
export function defineCommand<
  const O extends Options = typeof none,
  const A extends Arguments = typeof none,
>(declaration: Declaration<O, A>): Command {
  return { options: none, arguments: none, ...declaration } as Command;
}

/** A command as it appears in lists, with a function that loads the command. */
export interface CommandEntry {
  readonly name: string;
  /** Alternative name. */
  readonly alias?: string;
  /** At most 66 columns, so that it fits on one row of an 80-column terminal. */
  readonly summary: string;
  /** Loads the declaration. Called only for the command that runs or whose help is printed. */
  readonly load: () => Promise<Command>;
  readonly commands?: readonly CommandEntry[];
  /** The subcommand that runs if the command line does not name one. */
  readonly implied?: string;
  /** The command is for other programs and does not appear in any list. */
  readonly isHidden?: true;
  /** Passes all words to the command unparsed. The command does not have options or help. */
  readonly isRaw?: true;
}

/** Returns the visible commands of a group. */
export function shownCommands({ commands = [] }: CommandEntry): readonly CommandEntry[] {
  return commands.filter(({ isHidden }) => !isHidden);
}

export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly CommandEntry[];
}

export function entry(name: string, summary: string, load: CommandEntry["load"]): CommandEntry {
  return { name, summary, load };
}
