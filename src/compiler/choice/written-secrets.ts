import { Secret } from "../../shared/secret.ts";
import { findRandom } from "../../yaml/quote.ts";
import { readYaml } from "../../yaml/read-yaml.ts";
import { definitionYaml, splitSource } from "../source/source-file.ts";
import { fieldOf, type YamlNode } from "../../yaml/yaml-node.ts";

/**
 * Returns the literal secrets in a definition: the provider key, and all text that looks like a
 * secret.
 */
export function writtenSecrets(definition: string): readonly Secret[] {
  const file = splitSource(definition);
  const root = "yaml" in file ? readYaml(file.yaml, definitionYaml).root : undefined;
  const key = ["engine", "provider", "api-key"].reduce(valueOf, root);
  const isKey = key?.kind === "scalar" && !key.text.includes("$(") && key.text.trim() !== "";
  return [...(isKey ? [key.text] : []), ...findRandom(definition)].map((text) => new Secret(text));
}

/**
 * Returns the literal provider keys in a pipeline. Other secrets are not detected by their form,
 * because a pipeline contains hashes that look like secrets.
 */
export function compiledSecrets(pipeline: string): readonly Secret[] {
  const found = pipeline.matchAll(/^\s*\w+_PROVIDER_API_KEY:(?! *['"]?\$\() *(['"]?)(.+)\1\s*$/gm);
  return Array.from(found, ([, , key = ""]) => new Secret(key));
}

function valueOf(node: YamlNode | undefined, name: string): YamlNode | undefined {
  return node?.kind === "map" ? fieldOf(node, name)?.value : undefined;
}
