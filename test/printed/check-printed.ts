import { faultOfName, findCommand } from "../../src/cli/find-command.ts";
import { LineFault, longName, parseLine } from "../../src/cli/parse-line.ts";
import type { Command } from "../../src/cli/command.ts";
import { requireBrand } from "../../src/forge/brand.ts";
import { embeddedHost, resolveHost } from "../../src/forge/host-profile.ts";
import { InvalidInput } from "../../src/shared/errors.ts";
import { findPrinted, splitWords } from "./find-printed.ts";

/** Commands whose output is not addressed to a person, or is a help with sentences. */
const forOthers = ["--help", "-h", "help", "manual", "completion", "forge", "schema"];

/**
 * Requires that each command in an output can run as printed, and for the same forge.
 * @param given the words after the program's name that printed it
 */
export async function requireRunnable(output: string, given: readonly string[]): Promise<void> {
  if (given.some((word) => forOthers.includes(word))) return;
  for (const line of findPrinted(output)) {
    const words = splitWords(line).slice(1);
    const fault = (await explainFault(words)) ?? (await explainOtherForge(words, given));
    if (fault !== undefined)
      throw new Error(`"gatehouse ${given.join(" ")}" prints "${line}": ${fault}`);
  }
}

/**
 * Explains why a command cannot run: the command, an option or its host does not exist, or an
 * argument is missing. Returns undefined if it can.
 * @param words the words after the program's name
 */
export async function explainFault(words: readonly string[]): Promise<string | undefined> {
  const found = findCommand(words);
  const fault = faultOfName(found);
  if (fault !== undefined || found.asksForHelp) return fault;
  const command = await found.entry.load();
  if (!command.run && found.words.length === 0) return "it names only a group of commands";
  try {
    const parsed = parseLine(command.arrange?.(found.words) ?? found.words, command);
    if (parsed.kind === "help") return undefined;
    const { host, brand } = parsed.options;
    const name = typeof brand === "string" ? requireBrand(brand) : undefined;
    if (typeof host === "string" && host !== embeddedHost) resolveHost(host, name);
    return undefined;
  } catch (error) {
    if (error instanceof LineFault || error instanceof InvalidInput) return error.message;
    throw error;
  }
}

/**
 * Explains which option of the given command a printed command lacks: without it, the printed
 * command uses another forge, or other names. A printed host or brand is intended.
 */
async function explainOtherForge(
  words: readonly string[],
  given: readonly string[],
): Promise<string | undefined> {
  const command = await findCommand(words).entry.load();
  // Help, and the schema of the compiler's settings, are the same for each forge.
  if (words.includes("--help") || words.includes("--settings")) return undefined;
  const environment = valueOf(given, "environment");
  if (has(command, "environment") && environment !== undefined)
    if (valueOf(words, "environment") === undefined) return `it lacks --environment ${environment}`;
  const host = valueOf(given, "host");
  if (has(command, "host") && host !== undefined && valueOf(words, "host") === undefined)
    return `it lacks --host ${host}`;
  // `new` stores the brand in the settings of the compiler.
  const brand = given[0] === "new" ? undefined : valueOf(given, "brand");
  if (!has(command, "brand") || brand === undefined || valueOf(words, "brand") !== undefined)
    return undefined;
  const implied = valueOf(words, "host") ?? command.options["host"]?.default;
  const usual =
    implied === undefined || implied === embeddedHost ? undefined : resolveHost(implied);
  return usual?.brand.name === brand ? undefined : `it lacks --brand ${brand}`;
}

function has({ options }: Command, key: string): boolean {
  return Object.hasOwn(options, key);
}

function valueOf(words: readonly string[], key: string): string | undefined {
  const name = longName(key, { summary: "" });
  const index = words.indexOf(name);
  if (index !== -1) return words[index + 1];
  return words.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1);
}
