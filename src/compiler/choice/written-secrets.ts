import { Secret } from "../../shared/secret.ts";
import { findRandom } from "../source/quote.ts";
import { readYaml } from "../source/read-yaml.ts";
import { splitSource } from "../source/source-file.ts";
import { fieldOf, type YamlNode } from "../source/yaml-node.ts";

/** Secrets that stand in a definition as they are: a provider's key, and whatever else may be one. */
export function writtenSecrets(definition: string): readonly Secret[] {
  const file = splitSource(definition);
  const root = "yaml" in file ? readYaml(file.yaml, 0).root : undefined;
  const key = ["engine", "provider", "api-key"].reduce(valueOf, root);
  const isKey = key?.kind === "scalar" && !key.text.includes("$(") && key.text.trim() !== "";
  return [...(isKey ? [key.text] : []), ...findRandom(definition)].map((text) => new Secret(text));
}

/** The same of a pipeline, which has hashes in it, too: what a step has as its provider's key. */
export function compiledSecrets(pipeline: string): readonly Secret[] {
  const found = pipeline.matchAll(/^\s*\w+_PROVIDER_API_KEY:(?! *['"]?\$\() *(['"]?)(.+)\1\s*$/gm);
  return Array.from(found, ([, , key = ""]) => new Secret(key));
}

function valueOf(node: YamlNode | undefined, name: string): YamlNode | undefined {
  return node?.kind === "map" ? fieldOf(node, name)?.value : undefined;
}
