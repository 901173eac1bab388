import type { Readable } from "node:stream";
import { text as readAll } from "node:stream/consumers";
import { ourEnvironment } from "../../shared/child-environment.ts";
import { InvalidInput } from "../../shared/errors.ts";
import type { Secret } from "../../shared/secret.ts";
import type { SecretQuestion } from "../prompter.ts";
import type { SecretSource } from "../scripted-answers.ts";
import { SecretDraft } from "../secret-draft.ts";
import { readBoundedFile } from "../../shared/read-bounded-file.ts";

export interface SecretPlaces {
  readonly readFile?: (path: string) => Promise<string>;
  readonly stdin?: Readable;
  readonly env?: NodeJS.ProcessEnv;
}

export type ReadSecret = (question: SecretQuestion, source: SecretSource) => Promise<Secret>;

/**
 * Creates a function that reads secrets from the sources in the answers file. A variable is read
 * from the environment only once, and from memory afterwards.
 * @throws InvalidInput if the secret is missing or rejected; the message does not repeat any part
 *   of it
 */
export function createSecretReader(locations: SecretPlaces): ReadSecret {
  const { env = ourEnvironment() } = locations;
  const taken = new Map<string, SecretDraft>();
  const readVariable = (name: string): SecretDraft => {
    const draft = taken.get(name) ?? new SecretDraft().plus(env[name] ?? "");
    taken.set(name, draft);
    delete env[name];
    return draft;
  };
  return async (question, source) => {
    const draft =
      "environment" in source
        ? readVariable(source.environment)
        : new SecretDraft().plus(await readSource(source, locations));
    const secret = draft.finish();
    const complaint = draft.isEmpty ? "no value found" : question.check?.(secret);
    if (complaint === undefined) return secret;
    throw new InvalidInput(
      `Invalid secret "${question.id}" from ${describeSource(source)}: ${complaint}`,
    );
  };
}

export function describeSource(source: SecretSource): string {
  if ("file" in source) return `the file ${source.file}`;
  return "stdin" in source ? "standard input" : `the variable ${source.environment}`;
}

async function readSource(
  source: Exclude<SecretSource, { readonly environment: string }>,
  locations: SecretPlaces,
): Promise<string> {
  if ("stdin" in source) return readAll(locations.stdin ?? process.stdin);
  const read = locations.readFile ?? readBoundedFile;
  return read(source.file).catch((cause: NodeJS.ErrnoException) => {
    if (cause instanceof InvalidInput) throw cause;
    const why = cause.code ?? "unreadable";
    throw new InvalidInput(`Could not read ${describeSource(source)}: ${why}.`, [], { cause });
  });
}
