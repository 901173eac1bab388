import type { Brand } from "../../forge/brand.ts";
import { mintedVariables } from "../engine/variables.ts";
import type { Engine } from "../engine/engine.ts";
import { pathTo } from "../source/record-shape.ts";
import type { Site } from "../source/shape.ts";
import type { YamlNode, YamlScalar } from "../source/yaml-node.ts";

/** The variables that only steps of the compiler's may name: what a run mints, and the key it is minted with. */
export function ownNames(engine: Engine, brand: Brand): readonly string[] {
  const key = engine.appToken?.privateKey ?? brand.engine.appKey;
  return [...mintedVariables(brand), key];
}

/**
 * Refuses every text of the author's, keys included, that names such a variable, and every way to put such a name together
 * that only the service sees through: in the same job it would resolve.
 */
export function refuseOwnNames(node: YamlNode, site: Site, names: readonly string[]): void {
  const shapes = names.map((name) => ({ name, shape: wholeWord(name) }));
  const look = (scalar: YamlScalar, path: string) => {
    const found = shapes.find(({ shape }) => shape.test(scalar.text));
    if (found) {
      site.findings.error(scalar, path, {
        message: `names ${found.name}, which is the compiler's alone`,
        hint: "A step of yours has a secret variable of its own",
      });
    } else if (composed.test(scalar.text)) {
      site.findings.error(scalar, path, {
        message: "puts the name of a variable together, so that nobody sees which it is",
        hint: "Write the variable's name out",
      });
    }
  };
  walk(node, site, look);
}

/** Any case; what stands between two words may be one of the signs that a variable's name has for them. */
function wholeWord(name: string): RegExp {
  const parts = name.split(/[_.-]/).map((part) => part.replaceAll(/[^A-Za-z0-9]/g, "\\$&"));
  return new RegExp(`(?<![A-Za-z0-9])${parts.join("[_.-]")}(?![A-Za-z0-9])`, "i");
}

/** A macro around an expression, and an expression that makes a macro, or looks a variable up by what it works out. */
const composed =
  /\$\(\s*[^()]*\$\{\{|\$\{\{(?:(?!\}\}).)*(?:\$\(|\$\[|'\$)|variables\[\s*[^'"\]\s]/s;

function walk(node: YamlNode, site: Site, look: (scalar: YamlScalar, path: string) => void): void {
  if (node.kind === "scalar") return look(node, site.path);
  if (node.kind === "list") {
    for (const [index, item] of node.items.entries()) {
      walk(item, { ...site, path: `${site.path}[${index}]` }, look);
    }
    return;
  }
  for (const { key, value } of node.fields) {
    const path = pathTo(site, key.text);
    look(key, path);
    walk(value, { ...site, path, key }, look);
  }
}
