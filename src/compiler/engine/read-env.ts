import type { Brand } from "../../forge/brand.ts";
import { mayBeSecret, quote } from "../source/quote.ts";
import { noExpressions, oneLine, text } from "../source/scalar-shapes.ts";
import { pathTo } from "../source/record-shape.ts";
import { refuse, type Complaint, type Shape, type Site } from "../source/shape.ts";
import { nameKind, type YamlField, type YamlScalar } from "../source/yaml-node.ts";
import { mintedVariables, nodeVariables, sameVariable } from "./variables.ts";

/** Variables of the engine's, as they were written, in the order of the file. */
export type Env = readonly (readonly [name: string, value: string])[];

const nameShape = /^[A-Za-z_][A-Za-z0-9_]*$/;
const value = text({ checks: [oneLine, noExpressions] });

/** The engine's `env`: names to texts. @see spec/engine.md, "env rules" */
export function envShape(brand: Brand): Shape<Env> {
  const blocked = blockedNames(brand);
  return {
    schema: {
      type: "object",
      additionalProperties: { type: "string" },
      propertyNames: { pattern: nameShape.source },
    },
    read(node, site) {
      if (node.kind !== "map") {
        return refuse(node, site, {
          message: `is ${nameKind(node)}; it is a map of names to texts`,
        });
      }
      return node.fields.flatMap((field) => readVariable(field, site, blocked));
    },
  };
}

function readVariable(
  { key, value: node }: YamlField,
  site: Site,
  blocked: Readonly<Record<string, string>>,
): readonly (readonly [string, string])[] {
  const path = pathTo(site, key.text);
  const complaint = complainOfName(key, blocked);
  if (complaint) site.findings.error(key, path, complaint);
  const read = value.read(node, { ...site, path, key });
  return read === undefined || complaint ? [] : [[key.text, read]];
}

function complainOfName(
  { text: name }: YamlScalar,
  blocked: Readonly<Record<string, string>>,
): Complaint | undefined {
  if (!nameShape.test(name)) {
    const hint = "Letters, digits and _, and no digit in front";
    return { message: `${quote(name)} is no name of a variable`, hint };
  }
  const [, why] = Object.entries(blocked).find(([each]) => isBlocked(name, each)) ?? [];
  return why === undefined ? undefined : { message: `"${name}" cannot be set: ${why}` };
}

/** Without regard to case; a `*` stands for whatever comes after it. */
function isBlocked(name: string, blocked: string): boolean {
  if (!blocked.endsWith("*")) return sameVariable(name, blocked);
  return name.toUpperCase().startsWith(blocked.slice(0, -1).toUpperCase());
}

/** Who owns a name: the specification's twelve, what starts our own programs differently, and what holds what is minted. */
function blockedNames(brand: Brand): Readonly<Record<string, string>> {
  const { workflowToken, engine } = brand;
  const shell = "it is the shell's own";
  const linker = "it changes which code programs load";
  const telemetry = "the compiler manages telemetry";
  const minted = mintedVariables(brand).map((name) => [name, "it holds what a run mints"] as const);
  return {
    [workflowToken]: `the compiler gives the engine its token; see "${engine.appBlock}"`,
    [engine.readOnly]: "the compiler manages how the engine may use its token",
    [`${engine.prefix}_OTEL_ENABLED`]: telemetry,
    [`${engine.prefix}_OTEL_EXPORTER_TYPE`]: telemetry,
    [`${engine.prefix}_OTEL_FILE_EXPORTER_PATH`]: telemetry,
    PATH: shell,
    HOME: shell,
    BASH_ENV: shell,
    ENV: shell,
    IFS: shell,
    LD_PRELOAD: linker,
    LD_LIBRARY_PATH: linker,
    // Beyond the specification: the firewall is started with the same environment, and has to come up as it is.
    "LD_*": linker,
    ...Object.fromEntries(nodeVariables.map((name) => [name, linker])),
    "BASH_FUNC_*": shell,
    SHELLOPTS: shell,
    BASHOPTS: shell,
    "AW_*": "the compiler uses names that begin so",
    ...Object.fromEntries(minted),
  };
}

/** Whether a value of the definition's may be a secret that somebody wrote down. */
export function holdsSecret(name: string, given: string): boolean {
  return (
    mayBeSecret(given) || (/(?:_|^)(?:KEY|TOKEN|SECRET|PASSWORD)$/i.test(name) && given !== "")
  );
}
