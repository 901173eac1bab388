import type { Command } from "commander";
import { InvalidInput } from "../shared/errors.ts";
import { findNearest } from "../shared/find-nearest.ts";
import { ownCommandLine } from "../shared/own-command.ts";
import type { SecretsOptions } from "./run-secrets.ts";

const examples = `
Examples:
  $ gatehouse secrets set FORGE_TOKEN                      asks for the value
  $ gatehouse secrets set FORGE_APP_PRIVATE_KEY < key.pem
  $ gatehouse secrets set MODEL_KEY --pipeline probe

Stores a secret variable with the pipeline service, by its own CLI, az: in each
pipeline that is made of a file gatehouse compiled here, in those of one
definition, in the one that is named, or in a group. Nobody can read it there
again.`;

const options = [
  "--pipeline",
  "--group",
  "--definition",
  "--org",
  "--project",
  "--json",
  "--help",
  "-h",
];

/**
 * Puts a key that is given as an argument, and begins with dashes, where no option is looked for. What else is no option may be
 * a secret, and is never repeated.
 * @throws InvalidInput
 */
export function route(argv: readonly string[]): readonly string[] {
  if (argv[1] !== "set" || argv.includes("--")) return argv;
  const keys = argv.filter((word) => word.startsWith("-----BEGIN"));
  const rest = argv.filter((word) => !keys.includes(word));
  const names = rest
    .filter((word) => word.startsWith("-"))
    .map((word) => word.replace(/=.*$/s, ""));
  const unknown = names.find((name) => !options.includes(name));
  if (unknown !== undefined) {
    const meant = findNearest(unknown, options);
    throw new InvalidInput(
      `A word there begins with a dash, and is no option.${meant === undefined ? "" : ` Did you mean ${meant}?`} A value that begins so goes behind --, or comes by standard input.`,
      [{ say: "See the options", command: ownCommandLine("secrets", "set", "--help") }],
    );
  }
  return keys.length === 0 ? argv : [...rest, "--", ...keys];
}

export function define(command: Command): void {
  command.addHelpText("after", examples);
  command
    .command("set")
    .description("store a secret variable")
    .argument("<name>", "the variable's name")
    .argument("[value]", "its value; asked for, or read from standard input, without it")
    .option("--pipeline <name>", "the pipeline to store it in, by its name or number")
    .option("--group <id>", "the number of a variable group to store it in")
    .option("--definition <file>", "the definition whose pipelines to store it in, and no others")
    .option("--org <address>", "the service's organization; default: the clone's remote")
    .option("--project <name>", "its project; default: the clone's remote")
    .option("--json", "print one JSON document")
    .addHelpText("after", examples)
    .action(async (name: string, value: string | undefined, options: SecretsOptions) => {
      const { runSecretsSet } = await import("./run-secrets.ts");
      await runSecretsSet(name, value, options);
    });
}
