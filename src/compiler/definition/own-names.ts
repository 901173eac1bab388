import type { Brand } from "../../forge/brand.ts";
import { mintedVariables } from "../engine/variables.ts";
import type { Engine } from "../engine/engine.ts";
import { quote } from "../../yaml/quote.ts";
import { pathTo } from "../../yaml/record-shape.ts";
import type { Complaint, Site } from "../../yaml/shape.ts";
import type { YamlNode, YamlScalar } from "../../yaml/yaml-node.ts";
import { explainComposed, isHalfReference, type TextLocation } from "./composed-names.ts";

/** A variable reserved for the compiler's own steps: a minted token, or the key that mints it. */
interface OwnName {
  readonly name: string;
  readonly shape: RegExp;
}

/**
 * Returns the reserved names. The compiler's own names never occur by accident, so every mention is
 * refused. A custom key name can be an ordinary word, so only variable references to it are
 * refused.
 */
export function ownNames(engine: Engine, brand: Brand): readonly OwnName[] {
  const { appKey } = brand.engine;
  const key = engine.appToken?.privateKey ?? appKey;
  const ours = [...mintedVariables(brand), appKey];
  return [
    ...ours.map((name) => ({ name, shape: completeWord(name) })),
    ...(key === appKey ? [] : [{ name: key, shape: reference(key) }]),
  ];
}

/**
 * Returns a pattern for a name as a separate word, regardless of case. `_`, `.` and `-` are
 * equivalent separators.
 */
function completeWord(name: string): RegExp {
  return new RegExp(`(?<![A-Za-z0-9])${anySign(name)}(?![A-Za-z0-9])`, "i");
}

function anySign(name: string): string {
  return name.split(/[_.-]/).join("[_.-]");
}

/** Returns a pattern for `$(NAME)`, `variables.NAME` and `variables['NAME']`. */
function reference(name: string): RegExp {
  const word = `${anySign(name)}(?![\\w.-])`;
  return new RegExp(`\\$\\(\\s*${word}|\\bvariables\\s*(?:\\.\\s*|\\[\\s*['"]\\s*)${word}`, "i");
}

export interface OwnNameRules {
  readonly names: readonly OwnName[];
  /**
   * Whether these variables have a value in the job that uses the text. If so, composed names are
   * also refused.
   */
  readonly isReachable: boolean;
}

/**
 * Refuses a text of the author, or a key, that names a reserved variable. If the job that uses the
 * text has these variables, also refuses text from which Azure Pipelines could compute such a name,
 * because the reference would resolve.
 */
export function refuseOwnNames(node: YamlNode, site: Site, rules: OwnNameRules): void {
  const plain = rules.names.map(({ name }) => name);
  walk(node, site, (scalar, path, location) => {
    const found = rules.names.find(({ shape }) => shape.test(scalar.text));
    if (found) {
      site.findings.error(scalar, path, {
        message: `uses ${quote(found.name)}, which is reserved for the compiler`,
        hint: "Use a separate secret variable for your step",
      });
    } else if (rules.isReachable) {
      const complaint = explainComposed(scalar.text, { location, names: plain });
      if (complaint) site.findings.error(scalar, path, complaint);
    }
  });
}

const half: Complaint = {
  message:
    "is an incomplete variable reference: the text that follows could complete it with any name",
  hint: "Write the complete reference, $(NAME), or remove it",
};

/**
 * Refuses parameter values that could form a variable reference if two parameters are used next to
 * each other.
 */
export function refuseHalves(parameters: YamlNode, site: Site): void {
  walk(parameters, site, (scalar, path) => {
    const isValue = /\.(?:default|values)(?:$|[.[])/.test(path);
    if (isValue && isHalfReference(scalar.text)) site.findings.error(scalar, path, half);
  });
}

type RenderOptions = (scalar: YamlScalar, path: string, location: TextLocation) => void;

function walk(
  node: YamlNode,
  site: Site,
  style: RenderOptions,
  location: TextLocation = "value",
): void {
  if (node.kind === "scalar") return style(node, site.path, location);
  if (node.kind === "list") {
    for (const [index, item] of node.items.entries()) {
      walk(item, { ...site, path: `${site.path}[${index}]` }, style);
    }
    return;
  }
  for (const { key, value } of node.fields) {
    const path = pathTo(site, key.text);
    style(key, path, "key");
    const isCondition = key.text.toLowerCase() === "condition";
    walk(value, { ...site, path, key }, style, isCondition ? "condition" : "value");
  }
}
