import { engineShapes } from "../../../src/compiler/engine/read-engine.ts";
import { Findings } from "../../../src/compiler/source/diagnostics.ts";
import { readYaml } from "../../../src/compiler/source/read-yaml.ts";
import { splitSource } from "../../../src/compiler/source/source-file.ts";
import { fieldOf } from "../../../src/compiler/source/yaml-node.ts";

/** Reads the `engine` of a front matter. */
export function readBlock(yaml: string, brand: "forge" | "github" = "forge") {
  const file = splitSource(`---\n${yaml}\n---\n`);
  if (!("yaml" in file)) throw new Error(file.message);
  const findings = new Findings((offset) => file.placeOf(offset));
  const { root, faults } = readYaml(file.yaml, file.yamlStart);
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

/** The same of one key of a block. */
export function readKey(key: string, value: string) {
  return readBlock(`engine:\n  ${key}: ${value}`);
}
