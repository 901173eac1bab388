import type { Command } from "commander";
import type { SecretsOptions } from "./run-secrets.ts";

const examples = `
Examples:
  $ gatehouse secrets set FORGE_TOKEN                      asks for the value
  $ gatehouse secrets set FORGE_APP_PRIVATE_KEY < key.pem
  $ gatehouse secrets set MODEL_KEY --pipeline probe

Stores a secret variable with the pipeline service, by its own CLI, az: in each
pipeline that is made of a file gatehouse compiled here, in the one that is
named, or in a group. Nobody can read it there again.`;

export function define(command: Command): void {
  command.addHelpText("after", examples);
  command
    .command("set")
    .description("store a secret variable")
    .argument("<name>", "the variable's name")
    .argument("[value]", "its value; asked for, or read from standard input, without it")
    .option("--pipeline <name>", "the pipeline to store it in, by its name or number")
    .option("--group <id>", "the number of a variable group to store it in")
    .option("--org <address>", "the service's organization; default: the clone's remote")
    .option("--project <name>", "its project; default: the clone's remote")
    .option("--json", "print one JSON document")
    .addHelpText("after", examples)
    .action(async (name: string, value: string | undefined, options: SecretsOptions) => {
      const { runSecretsSet } = await import("./run-secrets.ts");
      await runSecretsSet(name, value, options);
    });
}
