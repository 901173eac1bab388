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

Stores a secret variable with the pipeline service, by its own CLI, az: in each
pipeline that is made of a file gatehouse compiled here, in those of one
definition, in the one that is named, or in a group. Nobody can read it there
again.`;

const options = {
  pipeline: { value: "name", summary: "the pipeline to store it in, by its name or number" },
  group: { value: "id", summary: "the number of a variable group to store it in" },
  definition: {
    value: "file",
    summary: "the definition whose pipelines to store it in, and no others",
  },
  org,
  project,
  json,
} as const satisfies Options;

/**
 * Puts a key that begins with dashes behind `--`, where no option is expected. Any other word that begins with a dash and is not
 * an option may be a secret, so no error repeats it.
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
      `A word there begins with a dash, and is no option.${meant === undefined ? "" : ` Did you mean ${meant}?`} A value that begins so goes behind --, or comes by standard input.`,
      [{ say: "See the options", command: ownCommandLine("secrets", "set", "--help") }],
    );
  }
  return keys.length === 0 ? words : [...rest, "--", ...keys, ...words.slice(end + 1)];
}

export const secrets = defineCommand({ notes: examples, arrange });

export const set = defineCommand({
  description: "store a secret variable",
  arguments: {
    name: { summary: "the variable's name" },
    value: {
      summary: "its value; asked for, or read from standard input, without it",
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
