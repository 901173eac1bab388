import { parseArgs } from "node:util";
import { findNearest } from "../shared/find-nearest.ts";
import type { Argument, Command, Option, OptionValue } from "./command.ts";

/** The values that a command line passes to a command, or a request for the command's help. */
export type ParsedLine =
  | { readonly kind: "help" }
  | {
      readonly kind: "run";
      readonly options: Readonly<Record<string, OptionValue | undefined>>;
      readonly args: Readonly<Record<string, string | readonly string[] | undefined>>;
    };

/** A command line that cannot be parsed. The message names the invalid word. */
export class LineFault extends Error {}

/** Returns the long name of an option: `--read-app-name` for the key `readAppName`. */
export function longName(key: string, { isNegated }: Option): string {
  const name = key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return isNegated ? `--no-${name}` : `--${name}`;
}

/** Formats an option: `-o, --output <file>`, `--log-bodies[=<bytes>]`. */
export function spellOption(key: string, option: Option): string {
  const { short, value, many, isValueOptional } = option;
  const names = `${short === undefined ? "" : `-${short}, `}${longName(key, option)}`;
  if (isValueOptional) return `${names}[=<${value}>]`;
  return value === undefined ? names : `${names} <${value}${many === "list" ? "..." : ""}>`;
}

interface Named {
  readonly key: string;
  readonly option: Option;
}

/**
 * Parses the words after a command's name against its declaration.
 * @throws LineFault
 */
export function parseLine(words: readonly string[], command: Command): ParsedLine {
  const named = new Map<string, Named>();
  for (const [key, option] of Object.entries(command.options))
    named.set(longName(key, option).slice(2), { key, option });
  const { tokens } = parseArgs({
    args: [...words],
    strict: false,
    tokens: true,
    options: {
      help: { type: "boolean", short: "h" },
      ...Object.fromEntries([...named].map(([name, { option }]) => [name, toNode(option)])),
    },
  });
  const given = new Map<string, OptionValue>();
  const positionals: string[] = [];
  // The last option, if it accepts further words.
  let open: Named | undefined;
  for (const token of tokens) {
    if (token.kind === "positional" && open)
      given.set(open.key, addTo(given, open.key, token.value));
    else if (token.kind === "positional") positionals.push(token.value);
    else {
      open = undefined;
      if (token.kind === "option-terminator") continue;
      if (token.name === "help" && token.value === undefined) return { kind: "help" };
      const found = named.get(token.name);
      if (!found) throw unknownOption(token.rawName, [...named.keys()]);
      given.set(found.key, readValue(given, found, token));
      if (found.option.many === "list") open = found;
    }
  }
  return {
    kind: "run",
    options: complete(command.options, given),
    args: assign(command.arguments, positionals),
  };
}

function toNode({ value, short, isValueOptional }: Option) {
  const isFlag = value === undefined || isValueOptional;
  const type = isFlag ? ("boolean" as const) : ("string" as const);
  return short === undefined ? { type } : { type, short };
}

function readValue(
  given: ReadonlyMap<string, OptionValue>,
  { key, option }: Named,
  { rawName, value }: { readonly rawName: string; readonly value?: string | undefined },
): OptionValue {
  if (option.value === undefined) {
    if (value !== undefined) throw unknownOption(`${rawName}=`, [rawName.slice(2)]);
    return option.isNegated !== true;
  }
  if (option.isValueOptional) return value ?? true;
  // An option without its value must not consume the `--` that ends the options.
  if (value === undefined || value === "--")
    throw new LineFault(`option '${spellOption(key, option)}' argument missing`);
  return option.many === undefined ? value : addTo(given, key, value);
}

function addTo(given: ReadonlyMap<string, OptionValue>, key: string, value: string): string[] {
  const before = given.get(key) ?? [];
  return typeof before === "object" ? [...before, value] : [value];
}

function unknownOption(spelled: string, names: readonly string[]): LineFault {
  const meant = findNearest(spelled.replace(/^-+/, "").replace(/=.*/s, ""), names);
  const suggestion = meant === undefined ? "" : `\n(Did you mean --${meant}?)`;
  return new LineFault(`unknown option '${spelled}'${suggestion}`);
}

function complete(declared: Command["options"], given: ReadonlyMap<string, OptionValue>) {
  const values: Record<string, OptionValue> = {};
  for (const [key, option] of Object.entries(declared)) {
    const value = given.get(key) ?? option.default ?? option.isNegated;
    if (value !== undefined) values[key] = value;
    else if (option.isRequired)
      throw new LineFault(`required option '${spellOption(key, option)}' not specified`);
  }
  return values;
}

function assign(declared: Command["arguments"], words: readonly string[]) {
  const values: Record<string, string | readonly string[] | undefined> = {};
  const rest = [...words];
  for (const [name, argument] of Object.entries(declared)) {
    const value = argument.isVariadic ? rest.splice(0) : (rest.shift() ?? argument.default);
    if (!argument.isOptional && (value === undefined || value.length === 0))
      throw new LineFault(`missing required argument '${name}'`);
    if (typeof value === "string") requireChoice(name, argument, value);
    values[name] = value;
  }
  if (rest.length > 0) {
    const most = Object.keys(declared).length;
    const expected = `${most} argument${most === 1 ? "" : "s"}`;
    throw new LineFault(`too many arguments. Expected ${expected} but got ${words.length}.`);
  }
  return values;
}

function requireChoice(name: string, { isChoice, offers = [] }: Argument, value: string): void {
  if (!isChoice || offers.includes(value)) return;
  throw new LineFault(
    `command-argument value '${value}' is invalid for argument '${name}'. Allowed choices are ${offers.join(", ")}.`,
  );
}
