import type { Brand } from "../../forge/brand.ts";
import { quote } from "../../yaml/quote.ts";
import { noExpressions, oneLine, text, withHint } from "../../yaml/scalar-shapes.ts";
import { pathTo } from "../../yaml/record-shape.ts";
import { refuse, type Complaint, type Shape, type Site } from "../../yaml/shape.ts";
import { nameKind, type YamlField, type YamlMap, type YamlScalar } from "../../yaml/yaml-node.ts";
import { anyCase } from "../source/any-case.ts";
import { mintedVariables, nodeVariables } from "./variables.ts";

/** The engine's variables as written, in the order of the file. */
export type Env = readonly (readonly [name: string, value: string])[];

const nameShape = /^[A-Za-z_][A-Za-z0-9_]*$/;
const literal = withHint(
  noExpressions,
  'Use a value that is not secret. A provider credential belongs in "provider", and a secret for your own steps in the "env" of the step',
);
const value = text({ checks: [oneLine, literal] });

/**
 * Returns the shape of the engine's `env`: a map of names to strings.
 * @see spec/engine.md, "env rules"
 */
export function envShape(brand: Brand): Shape<Env> {
  const blocked = blockedNames(brand);
  const pattern = `^(?!${[...blocked.keys()].map(patternOf).join("|")})[A-Za-z_][A-Za-z0-9_]*$`;
  return {
    schema: {
      type: "object",
      additionalProperties: value.schema,
      propertyNames: { pattern },
    },
    read(node, site) {
      if (node.kind !== "map") {
        return refuse(node, site, {
          message: `is ${nameKind(node)}; it must be a map of names to strings`,
        });
      }
      refuseTwins(node, site);
      return node.fields.flatMap((field) => readVariable(field, site, blocked));
    },
  };
}

/** Blocked names in upper case, with the reason. A trailing `*` matches any suffix. */
type Blocked = ReadonlyMap<string, string>;

function patternOf(blocked: string): string {
  return blocked.endsWith("*") ? anyCase(blocked.slice(0, -1)) : `${anyCase(blocked)}$`;
}

/** Refuses names that differ only in case: Azure Pipelines treats them as the same variable. */
function refuseTwins(node: YamlMap, site: Site): void {
  const seen = new Map<string, string>();
  for (const { key } of node.fields) {
    const twin = seen.get(key.text.toUpperCase());
    seen.set(key.text.toUpperCase(), twin ?? key.text);
    if (twin === undefined) continue;
    site.findings.error(key, pathTo(site, key.text), {
      message: `${quote(key.text)} and ${quote(twin)} are the same variable in Azure Pipelines`,
      hint: "Remove one of the two variables",
    });
  }
}

function readVariable(
  { key, value: node }: YamlField,
  site: Site,
  blocked: Blocked,
): readonly (readonly [string, string])[] {
  const path = pathTo(site, key.text);
  const complaint = complainOfName(key, blocked);
  if (complaint) site.findings.error(key, path, complaint);
  const read = value.read(node, { ...site, path, key });
  return read === undefined || complaint ? [] : [[key.text, read]];
}

function complainOfName({ text: name }: YamlScalar, blocked: Blocked): Complaint | undefined {
  if (!nameShape.test(name)) {
    const hint = "Use letters, digits and _, and do not start with a digit";
    return { message: `${quote(name)} is not a valid variable name`, hint };
  }
  const upper = name.toUpperCase();
  const [, begun] =
    [...blocked].find(([each]) => each.endsWith("*") && upper.startsWith(each.slice(0, -1))) ?? [];
  const why = blocked.get(upper) ?? begun;
  return why === undefined ? undefined : { message: `${quote(name)} cannot be set: ${why}` };
}

/**
 * Returns the blocked names, each with a reason: names in the specification, names that change how
 * our own programs start, and variables that contain minted credentials.
 */
function blockedNames(brand: Brand): Blocked {
  const { workflowToken, engine, cli } = brand;
  const shell = "it belongs to the shell";
  const linker = "it changes which code programs load";
  const telemetry = "the compiler manages telemetry";
  const folder = "the pipeline uses it to find its directories";
  const token = `the compiler sets the engine's token; see "${engine.appBlock}"`;
  const others = [...cli.tokenVariables, `${engine.prefix}_${workflowToken}`];
  return new Map([
    // Not in the specification: the engine would use these variables instead of the variable that
    // contains its token.
    ...others.map((name) => [name, token] as const),
    [workflowToken, token],
    [engine.readOnly, "the compiler controls what the engine can do with its token"],
    [`${engine.prefix}_OTEL_ENABLED`, telemetry],
    [`${engine.prefix}_OTEL_EXPORTER_TYPE`, telemetry],
    [`${engine.prefix}_OTEL_FILE_EXPORTER_PATH`, telemetry],
    ["PATH", shell],
    ["HOME", shell],
    ["BASH_ENV", shell],
    ["ENV", shell],
    ["IFS", shell],
    ["LD_PRELOAD", linker],
    ["LD_LIBRARY_PATH", linker],
    // Not in the specification: the firewall starts in the same environment, so these variables
    // could change its behavior.
    ["LD_*", linker],
    ...nodeVariables.map((name) => [name, linker] as const),
    ["BASH_FUNC_*", shell],
    ["SHELLOPTS", shell],
    ["BASHOPTS", shell],
    ["AGENT_TEMPDIRECTORY", folder],
    ["AGENT_BUILDDIRECTORY", folder],
    ["BUILD_SOURCESDIRECTORY", folder],
    ...mintedVariables(brand).map(
      (name) => [name, "it contains a token that the run mints"] as const,
    ),
    ["AW_*", "the compiler reserves this prefix"],
  ]);
}
