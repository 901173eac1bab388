import { addAbortSignal } from "node:stream";
import { text as readAll } from "node:stream/consumers";
import { definitionsFolder, findDefinitions } from "../compiler/project/find-definitions.ts";
import { outputOf } from "../compiler/project/locate-output.ts";
import { placeSource } from "../compiler/project/locate-source.ts";
import { openPipelineCli, type PipelineCli } from "../compiler/service/pipeline-cli.ts";
import { findRemotes } from "../compiler/service/repository-address.ts";
import { findPipelines, storeSecret } from "../compiler/service/store-secret.ts";
import type { VariableLocation } from "../compiler/service/store-secret.ts";
import { Incomplete, InvalidInput, Stopped, UserError } from "../shared/errors.ts";
import { listenForStop } from "../shared/listen-for-stop.ts";
import { Secret } from "../shared/secret.ts";
import {
  nameLocation,
  printStored,
  warnOfArgument,
  type StoredSecret,
} from "./outcomes/print-stored.ts";

/** Command-line options. */
export interface SecretsOptions {
  readonly pipeline?: string;
  readonly group?: string;
  readonly definition?: string;
  readonly org?: string;
  readonly project?: string;
  readonly json?: boolean;
}

/** Stores a secret variable in every location that this repository's pipelines read. */
export async function runSecretsSet(
  name: string,
  given: string | undefined,
  options: SecretsOptions,
): Promise<void> {
  if (!/^[A-Za-z0-9_][\w.-]{0,200}$/.test(name)) {
    throw new InvalidInput("Invalid variable name: use letters, digits and . _ -.");
  }
  if (options.group !== undefined && options.pipeline !== undefined) {
    throw new InvalidInput("--pipeline and --group cannot be used together.");
  }
  if (options.definition !== undefined && (options.group ?? options.pipeline) !== undefined) {
    throw new InvalidInput("--definition cannot be used with --pipeline or --group.");
  }
  if (options.group !== undefined && !/^\d{1,9}$/.test(options.group)) {
    throw new InvalidInput("--group must be the ID of a variable group, which is a number.");
  }
  const { org: organization, project } = options;
  if (given !== undefined) warnOfArgument([name, ...wordsOf(options)]);
  const signal = listenForStop();
  const where = {
    ...(organization !== undefined && { organization }),
    ...(project !== undefined && { project }),
  };
  const cli = openPipelineCli(where, { signal });
  const locations = await findPlaces(cli, options);
  // The value is requested only after its locations have been found.
  const value = await readValue(name, { given, signal });
  const { stored, failure } = await storeEach(name, locations, (location) =>
    storeSecret(cli, location, { name, value }),
  );
  if (stored.length > 0) {
    printStored(name, stored, { json: options.json ?? false });
  }
  if (failure) throw failure;
}

/** Returns the options of the command line as words. */
function wordsOf({ json = false, ...named }: SecretsOptions): readonly string[] {
  const words = Object.entries(named).flatMap(([name, value]) => [`--${name}`, value]);
  return json ? [...words, "--json"] : words;
}

async function findPlaces(
  cli: PipelineCli,
  { group, pipeline: wanted, definition }: SecretsOptions,
): Promise<readonly VariableLocation[]> {
  if (group !== undefined) return [{ kind: "group", id: group }];
  if (wanted !== undefined) return findPipelines(cli, { files: [], remotes: [], wanted });
  if (definition !== undefined) {
    const { root, name } = placeSource(definition);
    return findPipelines(cli, { files: [outputOf(name)], remotes: await findRemotes(root) });
  }
  const sources = await findDefinitions([definitionsFolder]);
  const files = sources.map((source) => placeSource(outputOf(source)).name);
  return findPipelines(cli, { files, remotes: await findRemotes(process.cwd()) });
}

/**
 * Stores the secret in each location in turn, and stops at the first failure. The result lists the
 * locations that were updated before a failure.
 */
async function storeEach(
  name: string,
  locations: readonly VariableLocation[],
  store: (location: VariableLocation) => Promise<StoredSecret["done"]>,
): Promise<{ readonly stored: readonly StoredSecret[]; readonly failure?: UserError }> {
  const stored: StoredSecret[] = [];
  for (const location of locations) {
    try {
      stored.push({ location, done: await store(location) });
    } catch (error) {
      if (error instanceof Stopped)
        return { stored, failure: stoppedIn(location, { name, error }) };
      if (!(error instanceof UserError) || locations.length === 1) throw error;
      const left = locations.slice(stored.length).map(nameLocation).join(", ");
      return {
        stored,
        failure: new Incomplete(
          `Could not store the secret in ${left}: ${error.message}`,
          error.hints,
        ),
      };
    }
  }
  return { stored };
}

/**
 * Returns the error for a stop during a request. gatehouse did not wait for the response, so Azure
 * Pipelines may have stored the value.
 */
function stoppedIn(
  location: VariableLocation,
  { name, error: { by } }: { readonly name: string; readonly error: Stopped },
): Stopped {
  return new Stopped(
    by,
    `Stopped. It is unknown whether ${name} is stored in ${nameLocation(location)}.`,
    [{ text: "Run the command again; it replaces an existing value" }],
  );
}

async function readValue(
  name: string,
  { given, signal }: { readonly given: string | undefined; readonly signal: AbortSignal },
): Promise<Secret> {
  const value = given === undefined ? await askValue(name, signal) : new Secret(given);
  if (value.isEmpty) throw new InvalidInput("The value is empty.");
  if (value.reveal().includes("\0")) {
    throw new InvalidInput("The value contains a NUL character, which variables cannot store.");
  }
  return value;
}

/** Reads the value. A key keeps its line breaks; a final line break after a token is removed. */
async function askValue(name: string, signal: AbortSignal): Promise<Secret> {
  if (!process.stdin.isTTY) return new Secret((await readInput(signal)).replace(/\r?\n$/, ""));
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

/** @throws Stopped if the operator stops while the command waits for standard input */
async function readInput(signal: AbortSignal): Promise<string> {
  try {
    return await readAll(addAbortSignal(signal, process.stdin));
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}
