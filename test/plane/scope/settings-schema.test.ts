import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import schema from "../../../src/plane/scope/control-plane.schema.json" with { type: "json" };
import { readAppCeiling, writeAppCeiling } from "../../../src/credentials/apps/ceilings.ts";
import { usualEnvironment } from "../../../src/credentials/records.ts";
import { written } from "./written-settings.ts";

describe("the published settings schema", () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  const validate = ajv.compile(schema);

  it("is a JSON Schema 2020-12 that agrees with parseSettings", () => {
    expect(ajv.validateSchema(schema)).toBe(true);
    expect(validate(written)).toBe(true);
    expect(validate({ ...written, destination: "alternate" })).toBe(false);
    expect(validate({ ...written, alternateRepository: "acme/x" })).toBe(false);
  });

  it("allows exactly the permissions of the two Apps' ceilings", () => {
    const permissions = schema.properties.packages.items.properties.permissions.properties;
    const ceilings = { ...readAppCeiling, ...writeAppCeiling };
    const levels = Object.entries(ceilings).map(([name, level]) => [
      name,
      level === "write" ? ["read", "write"] : ["read"],
    ]);
    const allowed = Object.entries(permissions).map(([name, each]) => [name, each.enum]);
    expect(Object.fromEntries(allowed)).toEqual(Object.fromEntries(levels));
    const { apis } = schema.properties.packages.items.properties;
    expect(apis.items.enum).toEqual(Object.keys(ceilings).toSorted());
  });

  it("uses the default environment name", () => {
    expect(schema.properties.environment.default).toBe(usualEnvironment);
  });

  it("has a title and a description on every field", () => {
    const bare: string[] = [];
    const visit = (node: Record<string, unknown>, name: string) => {
      if (!node["title"] || !node["description"]) bare.push(name);
      const children = Object.entries((node["properties"] ?? {}) as Record<string, typeof node>);
      for (const [key, child] of children) visit(child, `${name}.${key}`);
      if (node["items"]) visit(node["items"] as typeof node, `${name}[]`);
    };
    visit(schema, "");
    expect(bare).toEqual([]);
  });
});
