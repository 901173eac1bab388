import type { Brand } from "../../forge/brand.ts";
import { quote } from "../../yaml/quote.ts";
import type { Site } from "../../yaml/shape.ts";
import { fieldOf, type YamlMap } from "../../yaml/yaml-node.ts";
import { isNamed, keptVariables, macrosIn } from "./variables.ts";

export interface KeptRules {
  readonly brand: Brand;
  /** Name of the variable with the App's private key; undefined without an App block. */
  readonly privateKey: string | undefined;
}

/**
 * Refuses a provider address or key that contains a variable reserved for gatehouse's own steps.
 * @param node the engine's block
 */
export function refuseKept(
  node: YamlMap,
  { path, findings }: Site,
  { brand, privateKey }: KeptRules,
): void {
  const provider = fieldOf(node, "provider")?.value;
  if (provider?.kind !== "map") return;
  const keys = [brand.engine.appKey, ...(privateKey === undefined ? [] : [privateKey])];
  const kept = [
    ...keptVariables(brand),
    ...keys.map((name) => ({ name, content: "the App's private key" })),
  ];
  for (const name of ["base-url", "api-key"]) {
    const value = fieldOf(provider, name)?.value;
    for (const macro of value?.kind === "scalar" ? macrosIn(value.text) : []) {
      const found = kept.find((each) => isNamed(macro, each));
      if (!value || !found) continue;
      findings.error(value, `${path}.provider.${name}`, {
        message: `${quote(`$(${macro})`)} contains ${found.content}, which must not be sent to a provider`,
        hint: "Use a separate secret variable for the provider's key",
      });
    }
  }
}
