import { quote } from "../../yaml/quote.ts";
import type { Site } from "../../yaml/shape.ts";
import { fieldOf, type YamlMap, type YamlScalar } from "../../yaml/yaml-node.ts";

/**
 * Warns about hosts that are both allowed and blocked: the firewall blocks them.
 * @param root the front matter
 */
export function lintNetwork(root: YamlMap, { findings }: Site): void {
  const network = fieldOf(root, "network")?.value;
  if (network?.kind !== "map") return;
  const allowed = new Set(textsOf(network, "allowed").map(([, { text }]) => text.toLowerCase()));
  for (const [index, item] of textsOf(network, "blocked")) {
    if (!allowed.has(item.text.toLowerCase())) continue;
    findings.warn(item, `network.blocked[${index}]`, {
      message: `${quote(item.text)} is both allowed and blocked, so it stays blocked`,
    });
  }
}

function textsOf(map: YamlMap, name: string): readonly (readonly [number, YamlScalar])[] {
  const list = fieldOf(map, name)?.value;
  if (list?.kind !== "list") return [];
  return list.items.flatMap((item, index) =>
    item.kind === "scalar" ? [[index, item] as const] : [],
  );
}
