import { InvalidInput } from "../shared/errors.ts";

/** Contents of an answers file. For a secret, the file specifies only its source. */
export interface ScriptedAnswers {
  /** Name of the answers file, for messages. */
  readonly source: string;
  /** Answers by question ID. A question that is asked several times can have several answers. */
  readonly answers: ReadonlyMap<string, readonly ScriptedAnswer[]>;
  /** Actions to perform during waits, by wait ID. The actions of a wait are in order. */
  readonly actions: ReadonlyMap<string, readonly ScriptedAction[]>;
  readonly secrets: ReadonlyMap<string, SecretSource>;
}

export type ScriptedAnswer = string | boolean | readonly string[];

export interface ScriptedAction {
  readonly action: string;
  readonly input: string;
}

export type SecretSource =
  { readonly file: string } | { readonly stdin: true } | { readonly environment: string };

/**
 * Reads `{ "answers": { ID: VALUE | {"each": [VALUE, …]} }, "actions": { WAIT: [{"action": ID,
 * "input": TEXT}] }, "secrets": { ID: {"file": PATH} | {"stdin": true} | {"environment": NAME} }
 * }`.
 * @throws InvalidInput with the location of the error
 */
export function parseScriptedAnswers(json: unknown, source: string): ScriptedAnswers {
  const refuse: Refuse = (location, what) => {
    throw new InvalidInput(`${source}: ${location} ${what}.`);
  };
  const top = readObject(json, "the file", refuse);
  const known = ["answers", "actions", "secrets"];
  const stray = Object.keys(top).find((name) => !known.includes(name));
  if (stray !== undefined) refuse(`"${stray}"`, `is not one of ${known.join(", ")}`);
  const read = <T>(
    part: string,
    readOne: (value: unknown, location: string, refuse: Refuse) => T,
  ) => {
    const entries = Object.entries(readObject(top[part] ?? {}, part, refuse));
    return new Map(entries.map(([id, value]) => [id, readOne(value, `${part}["${id}"]`, refuse)]));
  };
  return {
    source,
    answers: read("answers", readAnswers),
    actions: read("actions", readActions),
    secrets: read("secrets", readSecret),
  };
}

type Refuse = (location: string, what: string) => never;

function readAnswers(value: unknown, location: string, refuse: Refuse): readonly ScriptedAnswer[] {
  if (!isObject(value)) return [readAnswer(value, location, refuse)];
  const { each, ...rest } = value;
  if (!Array.isArray(each) || Object.keys(rest).length > 0) {
    return refuse(location, 'must be an answer, or {"each": [answer, …]}');
  }
  return each.map((one: unknown, index) => readAnswer(one, `${location}.each[${index}]`, refuse));
}

function readAnswer(value: unknown, location: string, refuse: Refuse): ScriptedAnswer {
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (isTextList(value)) return value;
  return refuse(location, "must be a string, true, false, or a list of strings");
}

function readActions(value: unknown, location: string, refuse: Refuse): readonly ScriptedAction[] {
  if (!Array.isArray(value)) return refuse(location, 'must be a list of {"action": …}');
  return value.map((one: unknown, index) => {
    const { action, input = "" } = readObject(one, `${location}[${index}]`, refuse);
    if (typeof action === "string" && typeof input === "string") return { action, input };
    return refuse(`${location}[${index}]`, 'must be {"action": "id", "input": "text"}');
  });
}

/**
 * Rejects a secret that is written in the file itself, in any form, without repeating the secret.
 */
function readSecret(value: unknown, location: string, refuse: Refuse): SecretSource {
  const source = isObject(value) ? value : {};
  const { file, stdin, environment } = source;
  if (Object.keys(source).length === 1) {
    if (typeof file === "string") return { file };
    if (stdin === true) return { stdin };
    if (typeof environment === "string") return { environment };
  }
  return refuse(
    location,
    'must not contain the secret itself: use {"file": "path"}, {"stdin": true} or {"environment": "NAME"}',
  );
}

function readObject(value: unknown, location: string, refuse: Refuse): Record<string, unknown> {
  return isObject(value) ? value : refuse(location, "must be an object");
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}
