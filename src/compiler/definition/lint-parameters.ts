import { quote } from "../../yaml/quote.ts";
import type { Site } from "../../yaml/shape.ts";
import {
  fieldOf,
  typeOf,
  type YamlMap,
  type YamlNode,
  type YamlScalar,
} from "../../yaml/yaml-node.ts";
import type { AgentDefinition } from "./agent-definition.ts";
import { expressionsIn } from "./service-expressions.ts";

/**
 * Warns of each parameter that may be any text and that a step of the author's takes in: the service first puts in what
 * was typed, and then looks for macros, so that a typed `$(KEY)` becomes the secret itself, in a script or in `env`.
 */
export function lintParameters(
  { parameters, setup, steps, postSteps, teardown }: AgentDefinition,
  site: Site,
): void {
  const texts = [setup, steps, postSteps, teardown].flat().flatMap(textsIn);
  for (const parameter of parameters) {
    const name = freeName(parameter);
    if (!name || !texts.some((text) => takesIn(text, name.text))) continue;
    site.findings.warn(name, "parameters", {
      message: `${quote(name.text)} may be any text, and a step takes it in: whoever starts a run can type $(NAME) there, and the step gets that secret`,
      hint: 'List what it may be in "values", or make it a number or a boolean; "env" does not help, where $(NAME) is put in, too',
    });
  }
}

/** The name of a parameter of which nothing says what it may be. */
function freeName(parameter: YamlMap): YamlScalar | undefined {
  const [name, type] = [fieldOf(parameter, "name")?.value, fieldOf(parameter, "type")?.value];
  const kind = type?.kind === "scalar" ? type.text : "string";
  const isFree = kind === "string" || kind === "object";
  if (!isFree || fieldOf(parameter, "values") || name?.kind !== "scalar") return undefined;
  return typeOf(name) === "text" ? name : undefined;
}

/** All texts of a step, but for its conditions: those put nothing in. */
function textsIn(node: YamlNode): readonly string[] {
  if (node.kind === "scalar") return [node.text];
  if (node.kind === "list") return node.items.flatMap(textsIn);
  return node.fields.flatMap(({ key, value }) => [
    ...(/^\$\{\{\s*(?:else)?if\b/i.test(key.text) ? [] : [key.text]),
    ...textsIn(value),
  ]);
}

/** What answers true, false or a number, whatever it is asked about. */
const comparison =
  /\b(?:eq|ne|gt|ge|lt|le|in|notin|contains|containsvalue|startswith|endswith|length)\([^()]*\)/gi;

function takesIn(text: string, name: string): boolean {
  const sign = name.replaceAll(/[^A-Za-z0-9]/g, "\\$&");
  // A whole map of them is taken in by `each` and `convertToJson`.
  const mention = new RegExp(
    `\\bparameters\\b(?:\\s*\\.\\s*${sign}(?![\\w-])|\\s*\\[\\s*'${sign}'|(?!\\s*[.\\[]))`,
    "i",
  );
  return expressionsIn(text).some(({ content }) =>
    mention.test(content.replaceAll(comparison, "")),
  );
}
