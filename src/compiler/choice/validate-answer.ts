import type { Brand } from "../../forge/brand.ts";
import { definitionShapes } from "../definition/definition-shape.ts";
import { Findings, type Diagnostic } from "../../yaml/diagnostics.ts";
import { mayBeSecret } from "../../yaml/quote.ts";
import type { YamlField, YamlNode, YamlScalar } from "../../yaml/yaml-node.ts";

/** A value as it would be written in a definition. */
export type Answer = string | number | readonly string[];

/**
 * Returns the error that the compiler would report for a value; undefined if the value is valid. A
 * value that could be a secret is always rejected, because answers are stored and other users can
 * read the definition. The message does not quote the value.
 */
export function validateAnswer(
  brand: Brand["name"],
  path: readonly string[],
  answer: Answer,
): string | undefined {
  if (textsOf(answer).some(isTooSecret)) {
    return "This may be a secret, and anyone who can read the definition could read it. You enter secrets at the end.";
  }
  const findings = new Findings(() => ({ line: 1, column: 1 }));
  const node = path.reduceRight<YamlNode>((value, name) => mapOf(name, value), nodeOf(answer));
  definitionShapes[brand].read(node, { path: "", key: { start: 0 }, findings });
  const name = path.join(".");
  const about = findings.all().errors.find((found) => isAbout(found, name));
  return about && describeComplaint(about, path.at(-1) ?? "");
}

function textsOf(answer: Answer): readonly string[] {
  return typeof answer === "object" ? answer : [String(answer)];
}

/**
 * Returns whether a text may be a secret. An App's client ID looks like a key, but it is public.
 */
function isTooSecret(text: string): boolean {
  return mayBeSecret(text) && !/^Iv[A-Za-z0-9.]{8,30}$/.test(text);
}

/**
 * Returns whether an error concerns the answered field or one of its items. Other errors concern
 * fields that are not part of the answer.
 */
function isAbout({ path }: Diagnostic, name: string): boolean {
  return path === name || path.startsWith(`${name}[`);
}

/**
 * Returns an error message as a sentence. A message that starts in lower case continues a field
 * name, so `field` is prepended.
 */
function describeComplaint({ message, hint }: Diagnostic, field: string): string {
  const sentence = /^[a-z]/.test(message) ? `${field} ${message}` : message;
  return hint === undefined ? ended(sentence) : `${ended(sentence)} ${ended(hint)}`;
}

function ended(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** Placeholder position for an answer, which is not part of a file. */
const nowhere = { start: 0, end: 0, isFlow: true };

function nodeOf(answer: Answer): YamlNode {
  if (typeof answer === "string") return scalar(answer, { isPlain: false });
  if (typeof answer === "number") return scalar(String(answer), { isPlain: true });
  const items = answer.map((item) => scalar(item, { isPlain: false }));
  return { kind: "list", ...nowhere, items };
}

function scalar(text: string, { isPlain }: Pick<YamlScalar, "isPlain">): YamlScalar {
  return { kind: "scalar", ...nowhere, text, isPlain };
}

function mapOf(name: string, value: YamlNode): YamlNode {
  const field: YamlField = { key: scalar(name, { isPlain: true }), value };
  return { kind: "map", ...nowhere, fields: [field] };
}
