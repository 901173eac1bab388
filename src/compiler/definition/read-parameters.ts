import { quote } from "../../yaml/quote.ts";
import { list, record } from "../../yaml/record-shape.ts";
import { boolean, choice, never, oneLine, onlySigns, text } from "../../yaml/scalar-shapes.ts";
import type { Shape } from "../../yaml/shape.ts";
import { typeOf, type YamlMap, type YamlNode } from "../../yaml/yaml-node.ts";

/** Whoever starts a run may give these. Steps are not among them: they would be code of somebody else's. */
const types = ["string", "number", "boolean", "object"] as const;

const name = text({
  checks: [
    onlySigns(/[A-Za-z0-9_-]/, "letters, digits and _ -"),
    never(/^[^A-Za-z_]/, "begins with a digit or a sign"),
  ],
});
const title = text({ checks: [oneLine] });

/** Whatever stands there: the service looks at it. */
const anything: Shape<YamlNode> = { schema: {}, read: (node) => node };

const fields = record(
  {
    name: { shape: name, about: "How steps call it: ${{ parameters.NAME }}.", isRequired: true },
    displayName: { shape: title, about: "How it is called where a run is started." },
    type: { shape: choice(types, "a type of parameter"), about: "Default: string." },
    default: { shape: anything, about: "What it is where nobody says." },
    values: { shape: list(anything, { what: "values", isFilled: true }), about: "What it may be." },
    required: { shape: boolean, about: "Whether a run cannot start without it." },
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
        hint: `Write one, or "" for an empty text`,
      });
    }
    return node;
  },
};

const all = list(parameter, { what: "parameters" });

/** What a run can be started with. */
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
          message: `two parameters are called ${quote(given.text)}`,
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
