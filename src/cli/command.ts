import type { UserError } from "../shared/errors.ts";
import type { DescribedCommand } from "./described-command.ts";

/** An option of a command. Its key in `Options` is its name in camel case: `readAppName` is `--read-app-name`. */
export interface Option {
  readonly summary: string;
  /** Name of the value in the help, such as `owner/repo`. An option without a value is a flag. */
  readonly value?: string;
  /** Single letter that stands for the name: `o` for `-o`. */
  readonly short?: string;
  readonly default?: string;
  readonly isRequired?: true;
  /** The flag is `--no-NAME`; the value is true until somebody gives it. */
  readonly isNegated?: true;
  /** Takes several values: `each` one for each time that it is given, `list` also all words up to the next option. */
  readonly many?: "each" | "list";
  /** Values that completions offer. Others are accepted. */
  readonly offers?: readonly string[];
}

export type Options = Readonly<Record<string, Option>>;

/** A positional argument. Its key in `Arguments` is its name; the order counts. */
export interface Argument {
  readonly summary: string;
  readonly isOptional?: true;
  /** Takes all words that are left. */
  readonly isVariadic?: true;
  readonly default?: string;
  readonly offers?: readonly string[];
  /** Values other than those of `offers` are rejected. */
  readonly isChoice?: true;
}

export type Arguments = Readonly<Record<string, Argument>>;

export type OptionValue = string | boolean | readonly string[];

type ValueOf<O extends Option> = O extends { readonly many: string }
  ? readonly string[]
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
  /** The summary of the command table, unless the help says more. */
  readonly description?: string;
  /** Replaces what the help derives from arguments and options. */
  readonly usage?: string;
  /** Examples and other text below the options in the help. */
  readonly notes?: string;
  /** Replaces the derived help. @param columns of the terminal */
  readonly help?: (columns: number) => Promise<string>;
  /** Changes the words before they are parsed. @throws UserError */
  readonly arrange?: (words: readonly string[]) => readonly string[];
  /** Makes the error of a line that cannot be parsed. */
  readonly refuse?: (message: string) => UserError;
}

/** The program, as a command sees it that describes or runs others. */
export interface Program {
  readonly describe: () => Promise<DescribedCommand>;
  /** @param words the words behind the program's name */
  readonly run: (words: readonly string[]) => Promise<void>;
}

/** A command whose option types are forgotten: as the parser, the help, completions and manual pages need it. */
export interface Command extends Described {
  readonly options: Options;
  readonly arguments: Arguments;
  /** Undefined for a group, which only holds other commands. */
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

/** Declares a command once: parsing, help, completions and manual pages derive from it. */
export function defineCommand<
  const O extends Options = typeof none,
  const A extends Arguments = typeof none,
>(declaration: Declaration<O, A>): Command {
  return { options: none, arguments: none, ...declaration } as Command;
}

/** A command as lists name it, and how it is loaded. */
export interface CommandEntry {
  readonly name: string;
  /** Another spelling of the name. */
  readonly alias?: string;
  /** At most 66 columns, so that it is one row of 80. */
  readonly summary: string;
  /** Loads the declaration. Called only for the command that runs, or whose help is printed. */
  readonly load: () => Promise<Command>;
  readonly commands?: readonly CommandEntry[];
  /** The command of `commands` that a line without one of their names runs. */
  readonly implied?: string;
  /** For another program, not for people: in no list. */
  readonly isHidden?: true;
  /** All words are the command's own; there are no options and there is no help. */
  readonly isRaw?: true;
}

/** The commands of a group that lists name. */
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
