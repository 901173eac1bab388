import { isNamed, isNode, keyOf, lineOf, runningPlacesOf, nameInUse, textOf } from "./syntax.ts";
import type { Node, Place, Source } from "./syntax.ts";

/** What a file does that speaks with the forge by itself, or believes an answer without looking. */
const signs: readonly ((place: Place, path: string) => boolean)[] = [
  // A request by our client: called, handed on, or taken under another name.
  (place) => nameInUse(place) === "request",
  takesFetch,
  // What a way to the forge is asked to send, put together.
  ({ node }) => isRequest(node),
  // Whatever has `fetch` as a field, and what asks without it.
  ({ node }) => isNamed(node, "globalThis", "global", "WebSocket", "EventSource"),
  // A path of the API, as a text that begins so.
  ({ node }) => apiPath.test(textOf(node) ?? ""),
  // An answer that was had by some other way, and one that is believed.
  ({ node }) => isMethodCall(node, "json"),
  ({ node }, path) => isGuess(node) && !(path in checked),
];

const apiPath =
  /^\/(repos|orgs|user|users|app|apps|app-manifests|installation|credentials|graphql)([/?]|$)/;

/** What is cast there is no answer of the forge. */
const checked: Readonly<Record<string, string>> = {
  "src/credentials/keychain/helper/helper.ts": "the process that started it wrote it",
  "src/plane/exposed/return-to-review.ts": "the schema of the settings was asked before",
  "src/prompts/scripted/expected-answers.ts": "it is a person's answer, and is known to be a list",
};

/** The lines of a file that do so. */
export function findRawRequests(source: Source): string[] {
  const found = runningPlacesOf(source).filter((place) =>
    signs.some((sign) => sign(place, source.path)),
  );
  return [...new Set(found.map(({ node }) => `${source.path}: ${lineOf(source, node)}`))];
}

/** What a library asks for by that name is no request; whose it is, the linter knows. */
function takesFetch(place: Place): boolean {
  const { node, within } = place;
  if (node.type === "MemberExpression") return nameInUse(place) === "fetch";
  if (nameInUse(place) === "fetch") return !isNamed(node["value"], "fetch");
  if (!isNamed(node, "fetch")) return false;
  return !["Property", "MemberExpression"].includes(within?.type ?? "");
}

/** Whoever hands a request on spreads it, and names what it adds. */
function isRequest({ type, properties }: Node): boolean {
  if (type !== "ObjectExpression" || !Array.isArray(properties)) return false;
  const names = properties.map((property) => (isNode(property) ? keyOf(property) : undefined));
  return ["method", "address"].every((name) => names.includes(name));
}

/** Something that came from elsewhere, and is said to have fields. */
function isGuess({ type, expression, typeAnnotation }: Node): boolean {
  if (!["TSAsExpression", "TSTypeAssertion"].includes(type)) return false;
  if (isNode(typeAnnotation) && typeAnnotation.type === "TSUnknownKeyword") return false;
  return isAnswer(expression) || isParsed(expression) || isObjectCall(expression);
}

function isAnswer(value: unknown): boolean {
  if (!isNode(value)) return false;
  const isMember = value.type === "MemberExpression";
  return isNamed(isMember ? value["property"] : value, "body", "answer");
}

function isParsed(value: unknown): boolean {
  return isMethodCall(value, "parse") && isNamed(value.callee["object"], "JSON");
}

function isMethodCall(value: unknown, name: string): value is Node & { readonly callee: Node } {
  if (!isNode(value) || value.type !== "CallExpression" || !isNode(value["callee"])) return false;
  return nameInUse({ node: value["callee"], within: value }) === name;
}

function isObjectCall(value: unknown): boolean {
  return isNode(value) && value.type === "CallExpression" && isNamed(value["callee"], "Object");
}
