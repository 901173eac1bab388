import { printJson } from "./print-json.ts";

declare const GATEHOUSE_PACKAGE: string;
declare const GATEHOUSE_VERSION: string;

/** File names of the schemas in the package. */
export type SchemaName =
  "agent-forge" | "agent-github" | "gatehouse" | "firewall" | "control-precompute" | "fleet-report";

/** Prints a JSON Schema. Its ID is its URL in the published package of this version. */
export function printSchema(name: SchemaName, schema: object): void {
  const { $schema, ...rest } = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    ...schema,
  };
  const folder = `https://unpkg.com/${GATEHOUSE_PACKAGE}@${GATEHOUSE_VERSION}/schemas`;
  printJson({ $schema, $id: `${folder}/${name}.schema.json`, ...rest });
}
