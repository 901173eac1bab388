import { pathTo } from "../../../yaml/record-shape.ts";
import { itemSite } from "../../../yaml/scalar-shapes.ts";
import { refuse, type Site } from "../../../yaml/shape.ts";
import { typeOf, type YamlNode } from "../../../yaml/yaml-node.ts";
import { looksLikeCredential } from "./credential-shape.ts";

/**
 * Reports credentials anywhere in the settings, and duplicate fields.
 *
 * @param twice offsets of duplicate field names
 */
export function inspectTexts(node: YamlNode, site: Site, twice: ReadonlySet<number>): void {
  if (node.kind === "list") {
    for (const [index, item] of node.items.entries()) {
      inspectTexts(item, itemSite(site, index, item), twice);
    }
  } else if (node.kind === "map") {
    for (const { key, value } of node.fields) {
      if (looksLikeCredential(key.text)) {
        const message =
          "the name of this field looks like a credential, which settings must not contain";
        refuse(node, site, { message });
        continue;
      }
      const path = pathTo(site, key.text);
      if (twice.has(key.start)) {
        site.findings.error(key, path, { message: "duplicate field" });
      }
      inspectTexts(value, { ...site, path, key }, twice);
    }
  } else if (typeOf(node) === "text" && looksLikeCredential(node.text)) {
    refuse(node, site, {
      message: "this looks like a credential, which settings must not contain",
    });
  }
}
