import { brands, type Brand } from "../forge/brand.ts";
import { definitionShapes } from "./definition/definition-shape.ts";
import type { JsonSchema } from "../yaml/shape.ts";

/**
 * Returns the JSON Schema of a front matter, for editors. It is generated from the compiler's own
 * rules, so the schema and the compiler always agree.
 */
export function frontMatterSchema(brand: Brand["name"]): JsonSchema {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: `Front matter of an agent definition for ${brands[brand].title}`,
    ...definitionShapes[brand].schema,
  };
}
