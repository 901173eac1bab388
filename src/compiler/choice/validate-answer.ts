import type { Brand } from "../../forge/brand.ts";
import { definitionShapes } from "../definition/definition-shape.ts";
import { Findings, type Diagnostic } from "../../yaml/diagnostics.ts";
import { mayBeSecret } from "../../yaml/quote.ts";
import type { YamlField, YamlNode, YamlScalar } from "../../yaml/yaml-node.ts";

/** A value as it would stand in a definition. */
export type Answer = string | number | readonly string[];

/**
 * Says what the compiler would have against a value at a place of the front matter, or nothing. What may be a secret is refused,
 * whatever the compiler takes there: an answer is kept, and stands in the file for all who read it. Nothing of it is quoted.
 */
export function validateAnswer(
  brand: Brand["name"],
  path: readonly string[],
  answer: Answer,
): string | undefined {
  if (textsOf(answer).some(isTooSecret)) {
    return "That may be a secret, and would stand in the definition for everybody to read. Secrets are asked for at the end.";
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

/** A client ID of an App's looks like a key, and is public. */
function isTooSecret(text: string): boolean {
  return mayBeSecret(text) && !/^Iv[A-Za-z0-9.]{8,30}$/.test(text);
}

/** The value itself, or an item of it; what is missing around it is not asked here. */
function isAbout({ path }: Diagnostic, name: string): boolean {
  return path === name || path.startsWith(`${name}[`);
}

/** The compiler's sentence begins behind the name of the field; here the field is the question. */
function describeComplaint({ message, hint }: Diagnostic, field: string): string {
  const sentence = /^[a-z]/.test(message) ? `${field} ${message}` : message;
  const whole = /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
  return hint === undefined ? whole : `${whole} ${hint.replace(/\.$/, "")}.`;
}

/** An answer is in no text. */
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
