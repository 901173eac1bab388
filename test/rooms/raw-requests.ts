import { isNamed, isNode, keyOf, lineOf, runningPlacesOf, nameInUse, textOf } from "./syntax.ts";
import type { Node, Location, Source } from "./syntax.ts";

/** Code that sends requests itself, or uses a response without checking it. */
const signs: readonly ((location: Location, path: string) => boolean)[] = [
  // A request with the client: called, passed on, or renamed.
  (location) => nameInUse(location) === "request",
  usesFetch,
  // An object with the fields of a request.
  ({ node }) => isRequest(node),
  // Objects with `fetch` as a field, and other ways to connect.
  ({ node }) => isNamed(node, "globalThis", "global", "WebSocket", "EventSource"),
  // Text that begins with a path of the API.
  ({ node }) => apiPath.test(textOf(node) ?? ""),
  // A response that was obtained in another way, or is not checked.
  ({ node }) => isMethodCall(node, "json"),
  ({ node }, path) => isGuess(node) && !(path in checked),
];

const apiPath =
  /^\/(repos|orgs|user|users|app|apps|app-manifests|installation|credentials|graphql)([/?]|$)/;

/** Files that cast other data than responses of the forge, with the reason. */
const checked: Readonly<Record<string, string>> = {
  "src/credentials/keychain/helper/helper.ts": "the parent process wrote it",
  "src/plane/exposed/return-to-review.ts": "it was checked against the schema of the settings",
  "src/prompts/scripted/expected-answers.ts": "it is an operator's answer and known to be a list",
};

/** Returns the lines of a file with such code. */
export function findRawRequests(source: Source): string[] {
  const found = runningPlacesOf(source).filter((location) =>
    signs.some((sign) => sign(location, source.path)),
  );
  return [...new Set(found.map(({ node }) => `${source.path}: ${lineOf(source, node)}`))];
}

/** An option of a library named `fetch` is not a request. The linter checks whose function it is. */
function usesFetch(location: Location): boolean {
  const { node, within } = location;
  if (node.type === "MemberExpression") return nameInUse(location) === "fetch";
  if (nameInUse(location) === "fetch") return !isNamed(node["value"], "fetch");
  if (!isNamed(node, "fetch")) return false;
  return !["Property", "MemberExpression"].includes(within?.type ?? "");
}

/** Code that passes a request on spreads it and names only additional fields. */
function isRequest({ type, properties }: Node): boolean {
  if (type !== "ObjectExpression" || !Array.isArray(properties)) return false;
  const names = properties.map((property) => (isNode(property) ? keyOf(property) : undefined));
  return ["method", "address"].every((name) => names.includes(name));
}

/** Returns whether data from outside is cast to a type with fields. */
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
