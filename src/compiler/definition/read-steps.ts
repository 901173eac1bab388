import { quote } from "../../yaml/quote.ts";
import { list } from "../../yaml/record-shape.ts";
import { refuse, type Shape } from "../../yaml/shape.ts";
import { fieldOf, nameKind, type YamlMap } from "../../yaml/yaml-node.ts";

/** What makes a map a step of the service's. */
const kinds = [
  "bash",
  "checkout",
  "download",
  "downloadBuild",
  "getPackage",
  "powershell",
  "publish",
  "pwsh",
  "reviewApp",
  "script",
  "task",
  "template",
] as const;

/** A key that the service works out: `${{ if … }}`, with steps below it. */
const templated = /^\$\{\{/;

const step: Shape<YamlMap> = {
  schema: {
    type: "object",
    description: "A step, as the pipeline service has them; it is passed on as it is.",
    anyOf: [
      ...kinds.map((kind) => ({ required: [kind] })),
      { patternProperties: { "^\\$\\{\\{": true }, minProperties: 1 },
    ],
  },
  read(node, site) {
    if (node.kind !== "map") {
      const hint = `Write "- bash: …"`;
      return refuse(node, site, { message: `is ${nameKind(node)}, no step`, hint });
    }
    const isStep = node.fields.some(
      ({ key }) => kinds.some((kind) => kind === key.text) || templated.test(key.text),
    );
    if (!isStep) {
      const names = node.fields.map(({ key }) => quote(key.text)).join(", ");
      const message = names === "" ? "is an empty step" : `has ${names}, and nothing that is done`;
      return refuse(node, site, { message, hint: `A step has one of ${kinds.join(", ")}` });
    }
    warnOfKeptToken(node, site);
    return node;
  },
};

/** What a checkout leaves in the folder is the engine's to read. */
function warnOfKeptToken(node: YamlMap, { path, findings }: Parameters<typeof step.read>[1]): void {
  const kept = fieldOf(node, "persistCredentials")?.value;
  if (!fieldOf(node, "checkout") || kept?.kind !== "scalar" || !/^true$/i.test(kept.text)) return;
  findings.warn(kept, `${path}.persistCredentials`, {
    message: "leaves the service's token in the folder, where the engine reads it",
    hint: "Leave it away, and check out again after the engine where a step needs it",
  });
}

/** Steps of the author's own. */
export const steps = list(step, { what: "steps" });
