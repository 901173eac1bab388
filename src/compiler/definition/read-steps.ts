import { quote } from "../../yaml/quote.ts";
import { list } from "../../yaml/record-shape.ts";
import { refuse, type Shape } from "../../yaml/shape.ts";
import { fieldOf, nameKind, type YamlMap } from "../../yaml/yaml-node.ts";

/** Keys that identify a map as a step. */
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

/** A key that Azure Pipelines evaluates: `${{ if … }}`, with steps below it. */
const templated = /^\$\{\{/;

const step: Shape<YamlMap> = {
  schema: {
    type: "object",
    description: "A step in the syntax of Azure Pipelines, passed on unchanged.",
    anyOf: [
      ...kinds.map((kind) => ({ required: [kind] })),
      { patternProperties: { "^\\$\\{\\{": true }, minProperties: 1 },
    ],
  },
  read(node, site) {
    if (node.kind !== "map") {
      const hint = `Write "- bash: …"`;
      return refuse(node, site, { message: `is ${nameKind(node)}, not a step`, hint });
    }
    const isStep = node.fields.some(
      ({ key }) => kinds.some((kind) => kind === key.text) || templated.test(key.text),
    );
    if (!isStep) {
      const names = node.fields.map(({ key }) => quote(key.text)).join(", ");
      const message = names === "" ? "is an empty step" : `has ${names}, but no action`;
      return refuse(node, site, { message, hint: `Add one of these keys: ${kinds.join(", ")}` });
    }
    warnOfKeptToken(node, site);
    return node;
  },
};

/**
 * Warns about a checkout that leaves the Azure Pipelines token in the directory, where the engine
 * could read it.
 */
function warnOfKeptToken(node: YamlMap, { path, findings }: Parameters<typeof step.read>[1]): void {
  const kept = fieldOf(node, "persistCredentials")?.value;
  if (!fieldOf(node, "checkout") || kept?.kind !== "scalar" || !/^true$/i.test(kept.text)) return;
  findings.warn(kept, `${path}.persistCredentials`, {
    message: "leaves the Azure Pipelines token in the directory, where the engine can read it",
    hint: "Remove this key. If a later step needs the token, add another checkout after the engine",
  });
}

export const steps = list(step, { what: "steps" });
