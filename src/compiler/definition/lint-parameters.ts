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
 * Warns about each unrestricted text parameter that a step in the definition uses. Azure Pipelines
 * inserts the entered value first and expands macros afterwards. As a result, an entered `$(KEY)`
 * becomes the secret itself, in a script or in `env`.
 */
export function lintParameters(
  { parameters, setup, steps, postSteps, teardown }: AgentDefinition,
  site: Site,
): void {
  const texts = [setup, steps, postSteps, teardown].flat().flatMap(textsIn);
  for (const parameter of parameters) {
    const name = freeName(parameter);
    if (!name || !texts.some((text) => readsFrom(text, name.text))) continue;
    site.findings.warn(name, "parameters", {
      message: `${quote(name.text)} is an unrestricted text parameter that a step uses: anyone who starts a run can enter $(NAME), and the step receives that secret`,
      hint: 'List the allowed values in "values", or use a number or a boolean. "env" does not help, because $(NAME) is expanded there, too',
    });
  }
}

/**
 * Returns the name of a parameter with unrestricted values; undefined if its values are restricted.
 */
function freeName(parameter: YamlMap): YamlScalar | undefined {
  const [name, type] = [fieldOf(parameter, "name")?.value, fieldOf(parameter, "type")?.value];
  const kind = type?.kind === "scalar" ? type.text : "string";
  const isFree = kind === "string" || kind === "object";
  if (!isFree || fieldOf(parameter, "values") || name?.kind !== "scalar") return undefined;
  return typeOf(name) === "text" ? name : undefined;
}

/**
 * Returns all strings in a step except `if` and `elseif` keys, because conditions do not insert
 * text.
 */
function textsIn(node: YamlNode): readonly string[] {
  if (node.kind === "scalar") return [node.text];
  if (node.kind === "list") return node.items.flatMap(textsIn);
  return node.fields.flatMap(({ key, value }) => [
    ...(/^\$\{\{\s*(?:else)?if\b/i.test(key.text) ? [] : [key.text]),
    ...textsIn(value),
  ]);
}

/**
 * Calls of functions that return only a boolean or a number, so no text of a parameter is inserted.
 */
const comparison =
  /\b(?:eq|ne|gt|ge|lt|le|in|notin|contains|containsvalue|startswith|endswith|length)\([^()]*\)/gi;

function readsFrom(text: string, name: string): boolean {
  const sign = name.replaceAll(/[^A-Za-z0-9]/g, "\\$&");
  // `each` and `convertToJson` can use `parameters` without a name, which counts as every
  // parameter.
  const mention = new RegExp(
    `\\bparameters\\b(?:\\s*\\.\\s*${sign}(?![\\w-])|\\s*\\[\\s*'${sign}'|(?!\\s*[.\\[]))`,
    "i",
  );
  return expressionsIn(text).some(({ content }) =>
    mention.test(content.replaceAll(comparison, "")),
  );
}
