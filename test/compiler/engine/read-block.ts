import { engineShapes } from "../../../src/compiler/engine/read-engine.ts";
import { Findings } from "../../../src/yaml/diagnostics.ts";
import { readYaml } from "../../../src/yaml/read-yaml.ts";
import { definitionYaml, splitSource } from "../../../src/compiler/source/source-file.ts";
import { fieldOf } from "../../../src/yaml/yaml-node.ts";

/** Reads the `engine` of a front matter. */
export function readBlock(yaml: string, brand: "forge" | "github" = "forge") {
  const file = splitSource(`---\n${yaml}\n---\n`);
  if (!("yaml" in file)) throw new Error(file.message);
  const findings = new Findings((offset) => file.placeOf(offset));
  const { root, faults } = readYaml(file.yaml, { ...definitionYaml, base: file.yamlStart });
  if (faults[0]) throw new Error(faults[0].message);
  const field = root?.kind === "map" ? fieldOf(root, "engine") : undefined;
  if (!field) throw new Error("no engine");
  const engine = engineShapes[brand].read(field.value, {
    path: "engine",
    key: field.key,
    findings,
  });
  const { errors, warnings } = findings.all();
  return { engine, errors, warnings };
}

/** Reads one key of an `engine` block. */
export function readKey(key: string, value: string) {
  return readBlock(`engine:\n  ${key}: ${value}`);
}
