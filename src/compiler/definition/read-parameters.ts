import { quote } from "../../yaml/quote.ts";
import { list, record } from "../../yaml/record-shape.ts";
import { boolean, choice, never, oneLine, onlySigns, text } from "../../yaml/scalar-shapes.ts";
import type { Shape } from "../../yaml/shape.ts";
import { typeOf, type YamlMap, type YamlNode } from "../../yaml/yaml-node.ts";

/**
 * Types of the values that a person can enter to start a run. Step types are not allowed, because
 * they would allow code injection.
 */
const types = ["string", "number", "boolean", "object"] as const;

const name = text({
  checks: [
    onlySigns(/[A-Za-z0-9_-]/, "letters, digits and _ -"),
    never(/^[^A-Za-z_]/, "does not start with a letter or _"),
  ],
});
const title = text({ checks: [oneLine] });

/** Accepts any value. Azure Pipelines validates it. */
const anything: Shape<YamlNode> = { schema: {}, read: (node) => node };

const fields = record(
  {
    name: { shape: name, about: "Name in steps: ${{ parameters.NAME }}.", isRequired: true },
    displayName: { shape: title, about: "Label in the form that starts a run." },
    type: { shape: choice(types, "a parameter type"), about: "Default: string." },
    default: { shape: anything, about: "Value if the person who starts the run enters none." },
    values: { shape: list(anything, { what: "values", isFilled: true }), about: "Allowed values." },
    required: { shape: boolean, about: "Whether a run requires a value." },
  },
  { what: "a parameter", elsewhere: { description: 'Did you mean "displayName"?' } },
);

const parameter: Shape<YamlMap> = {
  schema: fields.schema,
  read(node, site) {
    const read = fields.read(node, site);
    if (!read || node.kind !== "map") return undefined;
    if (read.default?.kind === "scalar" && typeOf(read.default) === "null") {
      site.findings.error(read.default, `${site.path}.default`, {
        message: "has no value",
        hint: 'Specify a value, or "" for an empty string',
      });
    }
    return node;
  },
};

const all = list(parameter, { what: "parameters" });

export const parameters: Shape<readonly YamlMap[]> = {
  schema: all.schema,
  read(node, site) {
    const read = all.read(node, site);
    const seen = new Set<string>();
    for (const map of read ?? []) {
      const given = nameOf(map);
      if (given === undefined) continue;
      if (seen.has(given.text.toLowerCase())) {
        site.findings.error(given, site.path, {
          message: `two parameters are named ${quote(given.text)}`,
        });
      }
      seen.add(given.text.toLowerCase());
    }
    return read;
  },
};

function nameOf(map: YamlMap) {
  const found = map.fields.find(({ key }) => key.text === "name")?.value;
  return found?.kind === "scalar" ? found : undefined;
}
