import { readFileSync } from "node:fs";
import { Ajv, type ValidateFunction } from "ajv";
import type { Exchange } from "../../emulator/emulator.ts";

interface Operation {
  requestBody?: { content?: Content };
  responses: Record<string, { $ref?: string; content?: Content }>;
}
type Content = Record<string, { schema?: object }>;

interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; responses: Record<string, { content?: Content }> };
}

/** Version of the described API. */
export const describedVersion = "2022-11-28";

const file = new URL("../fixtures/forge-openapi.json", import.meta.url);

/**
 * Creates a function that validates exchanges against the real forge's own API description. It
 * returns faults as messages. Undescribed paths are not validated.
 */
export function createOpenApiCheck(): (exchange: Omit<Exchange, "version">) => string[] {
  const api = allowNulls(JSON.parse(fix(readFileSync(file, "utf8")))) as OpenApi;
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: true });
  ajv.addFormat("uri", (text: string) => URL.canParse(text));
  ajv.addFormat("date-time", (text: string) =>
    /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text),
  );
  for (const format of ["email", "int64", "repo.nwo", "timestamp", "uri-template"])
    ajv.addFormat(format, true);
  ajv.addSchema({ $id: "api", components: api.components });
  const routes = listRoutes(api);
  const compiled = new Map<object, ValidateFunction>();
  const problemsOf = (schema: object, value: unknown, what: string): string[] => {
    const validate = compiled.get(schema) ?? ajv.compile(pointInto(schema));
    compiled.set(schema, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message }) => `${what}${instancePath} ${message ?? ""}`,
    );
  };
  return (exchange) => {
    const operation = findOperation(routes, exchange);
    // Any read can return "not modified", and any request to a moved repository a redirect,
    // described or not.
    if (!operation || [301, 304, 307].includes(exchange.status)) return [];
    const { method, path, status, requestBody, responseBody } = exchange;
    const where = `${method} ${path}`;
    const asked = status < 400 ? schemaOf(operation.requestBody?.content) : undefined;
    const answered = answerSchema(api, operation, status);
    if (answered === "unknown status")
      return [`${where} answers ${status}, which is not described`];
    return [
      ...(asked ? problemsOf(asked, requestBody ?? {}, `${where} request`) : []),
      ...(answered ? problemsOf(answered, responseBody, `${where} ${status}`) : []),
    ];
  };
}

/**
 * Relaxes the description where it is stricter than the forge. One schema requires an account to be
 * both a user and an enterprise, and some require "exactly one" of two similar kinds of errors.
 */
function fix(text: string): string {
  return text
    .replaceAll('"account":{"allOf":', '"account":{"anyOf":')
    .replaceAll('"oneOf":', '"anyOf":');
}

interface Route {
  readonly path: RegExp;
  readonly operations: Record<string, Operation>;
}

/** Returns the paths of the description, sorted by their number of parameters. */
function listRoutes({ paths }: OpenApi): Route[] {
  const parameters = (template: string) => template.split("{").length;
  return Object.entries(paths)
    .toSorted(([one], [other]) => parameters(one) - parameters(other))
    .map(([template, operations]) => ({ path: pathPattern(template), operations }));
}

function findOperation(
  routes: readonly Route[],
  { method, path }: Pick<Exchange, "method" | "path">,
): Operation | undefined {
  const verb = method === "HEAD" ? "get" : method.toLowerCase();
  return routes.find((route) => route.operations[verb] && route.path.test(path))?.operations[verb];
}

function pathPattern(template: string): RegExp {
  const source = template
    .split(/(\{[^}]+\})/)
    .map((part) => {
      if (part === "{path}" || part === "{ref}") return ".*";
      return part.startsWith("{") ? "[^/]+" : part.replace(/[.+?^$()|[\]\\]/g, String.raw`\$&`);
    })
    .join("");
  return new RegExp(`^${source}$`);
}

/** Returns the schema of a response. An undescribed error has the schema of all errors. */
function answerSchema(api: OpenApi, operation: Operation, status: number) {
  const described = operation.responses[String(status)];
  if (!described) {
    return status >= 400 ? api.components.schemas["basic-error"] : ("unknown status" as const);
  }
  const name = described.$ref?.split("/").at(-1);
  return schemaOf((name ? api.components.responses[name] : described)?.content);
}

function schemaOf(content: Content | undefined): object | undefined {
  return content?.["application/json"]?.schema;
}

/** Points references to the description's components, which ajv knows under the ID "api". */
function pointInto(schema: unknown): object {
  return JSON.parse(
    JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/'),
  ) as object;
}

/** Converts `nullable` of OpenAPI 3.0 to a union with null, as JSON Schema requires. */
function allowNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(allowNulls);
  if (typeof value !== "object" || value === null) return value;
  const { nullable, discriminator: _, ...rest } = value as Record<string, unknown>;
  const schema = Object.fromEntries(
    Object.entries(rest).map(([key, part]) => [key, allowNulls(part)]),
  );
  return nullable === true ? { anyOf: [{ type: "null" }, schema] } : schema;
}
