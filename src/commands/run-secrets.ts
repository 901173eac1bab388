import { text as readAll } from "node:stream/consumers";
import { findRoot, nameFrom } from "../compiler/project/find-root.ts";
import { definitionsFolder, findDefinitions } from "../compiler/project/find-definitions.ts";
import { outputOf } from "../compiler/project/place-output.ts";
import { openPipelineCli } from "../compiler/service/pipeline-cli.ts";
import { findPipelines, storeSecret } from "../compiler/service/store-secret.ts";
import type { VariablePlace } from "../compiler/service/store-secret.ts";
import { InvalidInput } from "../shared/errors.ts";
import { Secret } from "../shared/secret.ts";
import { printStored, type StoredSecret } from "./outcomes/print-stored.ts";

/** What a person asks for. */
export interface SecretsOptions {
  readonly pipeline?: string;
  readonly group?: string;
  readonly org?: string;
  readonly project?: string;
  readonly json?: boolean;
}

/** Stores a secret variable wherever this repository's pipelines look for it. */
export async function runSecretsSet(
  name: string,
  given: string | undefined,
  options: SecretsOptions,
): Promise<void> {
  if (!/^[A-Za-z0-9_][\w.-]{0,200}$/.test(name)) {
    throw new InvalidInput("That is no name of a variable: letters, digits and . _ -.");
  }
  if (options.group !== undefined && options.pipeline !== undefined) {
    throw new InvalidInput("--pipeline and --group exclude each other.");
  }
  const value = await readValue(name, given);
  const { org: organization, project } = options;
  const cli = openPipelineCli({
    ...(organization !== undefined && { organization }),
    ...(project !== undefined && { project }),
  });
  const places: readonly VariablePlace[] =
    options.group === undefined
      ? await findPipelines(cli, { files: await ownFiles(options), wanted: options.pipeline })
      : [{ kind: "group", id: options.group }];
  const stored: StoredSecret[] = [];
  for (const place of places) {
    stored.push({ place, done: await storeSecret(cli, place, { name, value }) });
  }
  printStored(name, stored, { json: options.json ?? false, wasGiven: given !== undefined });
}

/** Files that pipelines are made of here, from the repository's root. */
async function ownFiles({ pipeline }: SecretsOptions): Promise<readonly string[]> {
  if (pipeline !== undefined) return [];
  const root = findRoot(process.cwd());
  const sources = await findDefinitions([definitionsFolder]);
  return sources.map((source) => nameFrom(root, outputOf(source)));
}

async function readValue(name: string, given: string | undefined): Promise<Secret> {
  const value = given === undefined ? await askValue(name) : new Secret(given);
  if (value.reveal().trim() === "") throw new InvalidInput("The value is empty.");
  return value;
}

/** A key keeps its lines; the line end that an editor leaves behind a token is not its. */
async function askValue(name: string): Promise<Secret> {
  if (!process.stdin.isTTY) return new Secret((await readAll(process.stdin)).replace(/\r?\n$/, ""));
  const { openPrompter } = await import("./open-prompter.ts");
  const { prompter } = await openPrompter({ open: false, plain: true });
  try {
    const question = {
      id: "value",
      title: `Value of ${name}`,
      shape: "lines" as const,
    };
    return await prompter.secret(question, { canGoBack: false });
  } finally {
    await prompter.close();
  }
}
