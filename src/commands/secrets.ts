import { ownCommandLine } from "../shared/own-command.ts";
import { defineCommand, type Options } from "../cli/command.ts";
import { longName } from "../cli/parse-line.ts";
import { json, org, project } from "../cli/options.ts";
import { InvalidInput } from "../shared/errors.ts";
import { findNearest } from "../shared/find-nearest.ts";

const examples = `
Examples:
  $ gatehouse secrets set FORGE_TOKEN                      asks for the value
  $ gatehouse secrets set FORGE_APP_PRIVATE_KEY < key.pem
  $ gatehouse secrets set MODEL_KEY --pipeline probe

Stores a secret variable in Azure Pipelines with the Azure CLI, az. By default,
the variable is stored in all pipelines that are compiled from this repository.
Use an option to select one definition's pipelines, one pipeline, or a variable
group. The value cannot be read back.

Other users of this machine can see a value on the command line, and your shell
keeps it in its history. gatehouse then prints a warning.`;

const options = {
  pipeline: { value: "name", summary: "name or ID of the pipeline" },
  group: { value: "id", summary: "ID of the variable group" },
  definition: {
    value: "file",
    summary: "store only in the pipelines of this definition",
  },
  org,
  project,
  json,
} as const satisfies Options;

/**
 * Adds `--` before a PEM key, because the key starts with dashes. Any other argument that starts
 * with a dash and is not an option may be a secret, so error messages do not repeat it.
 * @throws InvalidInput
 */
function arrange(words: readonly string[]): readonly string[] {
  const end = words.includes("--") ? words.indexOf("--") : words.length;
  const keys = words.slice(0, end).filter((word) => word.startsWith("-----BEGIN"));
  const rest = words.slice(0, end).filter((word) => !keys.includes(word));
  const known = [
    ...Object.entries(options).map(([key, each]) => longName(key, each)),
    "--help",
    "-h",
  ];
  const names = rest
    .filter((word) => word.startsWith("-"))
    .map((word) => word.replace(/=.*$/s, ""));
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const meant = findNearest(unknown, known);
    throw new InvalidInput(
      `An argument starts with a dash but is not a valid option.${meant === undefined ? "" : ` Did you mean ${meant}?`} To pass a value that starts with a dash, put it after -- or use standard input.`,
      [{ text: "Show the options", command: ownCommandLine("secrets", "set", "--help") }],
    );
  }
  return keys.length === 0 ? words : [...rest, "--", ...keys, ...words.slice(end + 1)];
}

export const secrets = defineCommand({ notes: examples, arrange });

export const set = defineCommand({
  description: "store a secret variable in Azure Pipelines",
  arguments: {
    name: { summary: "name of the secret variable" },
    value: {
      summary: "value (default: ask, or read standard input)",
      isOptional: true,
    },
  },
  options,
  notes: examples,
  arrange,
  async run(given, { name, value }) {
    const { runSecretsSet } = await import("./run-secrets.ts");
    await runSecretsSet(name, value, given);
  },
});
