import type { Brand } from "../../forge/brand.ts";
import { mintedVariables } from "../engine/variables.ts";
import type { Engine } from "../engine/engine.ts";
import { quote } from "../../yaml/quote.ts";
import { pathTo } from "../../yaml/record-shape.ts";
import type { Complaint, Site } from "../../yaml/shape.ts";
import type { YamlNode, YamlScalar } from "../../yaml/yaml-node.ts";
import { explainComposed, isHalfReference, type TextPlace } from "./composed-names.ts";

/** A variable that only steps of the compiler's may name: what a run mints, or the key it is minted with. */
interface OwnName {
  readonly name: string;
  /** Finds it in a text. */
  readonly shape: RegExp;
}

/** Ours are nobody's words by chance. A key's own name may be: it is refused where it names a variable. */
export function ownNames(engine: Engine, brand: Brand): readonly OwnName[] {
  const { appKey } = brand.engine;
  const key = engine.appToken?.privateKey ?? appKey;
  const ours = [...mintedVariables(brand), appKey];
  return [
    ...ours.map((name) => ({ name, shape: wholeWord(name) })),
    ...(key === appKey ? [] : [{ name: key, shape: reference(key) }]),
  ];
}

/** Any case; what stands between two words may be one of the signs that a variable's name has for them. */
function wholeWord(name: string): RegExp {
  return new RegExp(`(?<![A-Za-z0-9])${anySign(name)}(?![A-Za-z0-9])`, "i");
}

function anySign(name: string): string {
  return name.split(/[_.-]/).join("[_.-]");
}

/** `$(NAME)`, `variables.NAME`, `variables['NAME']`. */
function reference(name: string): RegExp {
  const word = `${anySign(name)}(?![\\w.-])`;
  return new RegExp(`\\$\\(\\s*${word}|\\bvariables\\s*(?:\\.\\s*|\\[\\s*['"]\\s*)${word}`, "i");
}

export interface OwnNameRules {
  readonly names: readonly OwnName[];
  /** Whether the text stands where one of them has a value: then none may be put together there either. */
  readonly isReachable: boolean;
}

/**
 * Refuses every text of the author's, keys included, that names such a variable, and every way to put such a name together
 * that only the service sees through: in the same job it would resolve.
 */
export function refuseOwnNames(node: YamlNode, site: Site, rules: OwnNameRules): void {
  const plain = rules.names.map(({ name }) => name);
  walk(node, site, (scalar, path, place) => {
    const found = rules.names.find(({ shape }) => shape.test(scalar.text));
    if (found) {
      site.findings.error(scalar, path, {
        message: `names ${quote(found.name)}, which is the compiler's alone`,
        hint: "A step of yours has a secret variable of its own",
      });
    } else if (rules.isReachable) {
      const complaint = explainComposed(scalar.text, { place, names: plain });
      if (complaint) site.findings.error(scalar, path, complaint);
    }
  });
}

const half: Complaint = {
  message: "is half of a variable's reference, which another text could end with any name",
  hint: "Write $(NAME) whole, or none of it",
};

/** Refuses what two parameters beside each other could make a variable's reference of. */
export function refuseHalves(parameters: YamlNode, site: Site): void {
  walk(parameters, site, (scalar, path) => {
    const isValue = /\.(?:default|values)(?:$|[.[])/.test(path);
    if (isValue && isHalfReference(scalar.text)) site.findings.error(scalar, path, half);
  });
}

type Look = (scalar: YamlScalar, path: string, place: TextPlace) => void;

function walk(node: YamlNode, site: Site, look: Look, place: TextPlace = "value"): void {
  if (node.kind === "scalar") return look(node, site.path, place);
  if (node.kind === "list") {
    for (const [index, item] of node.items.entries()) {
      walk(item, { ...site, path: `${site.path}[${index}]` }, look);
    }
    return;
  }
  for (const { key, value } of node.fields) {
    const path = pathTo(site, key.text);
    look(key, path, "key");
    const isCondition = key.text.toLowerCase() === "condition";
    walk(value, { ...site, path, key }, look, isCondition ? "condition" : "value");
  }
}
