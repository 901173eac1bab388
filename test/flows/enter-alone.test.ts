import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isNode, placesOf } from "../rooms/syntax.ts";
import type { Node } from "../rooms/syntax.ts";

const folder = join(import.meta.dirname, "../../flows");

/** Returns the value of a property in an object literal. */
function fieldOf(node: Node, name: string): Node | undefined {
  const properties = node["properties"];
  const fields = Array.isArray(properties) ? properties.filter(isNode) : [];
  return fields.find(({ key }) => isNode(key) && key["name"] === name);
}

/** Returns the ids of the yes/no questions, and whether a default is set. */
function findConfirms(path: string) {
  const source = { path, text: readFileSync(join(folder, path), "utf8") };
  return placesOf(source)
    .filter(({ node }) => node.type === "ObjectExpression")
    .filter(({ node }) => fieldOf(node, "yes") && fieldOf(node, "no"))
    .map(({ node }) => {
      const value = fieldOf(node, "initial")?.["value"];
      return { path, initial: isNode(value) ? (value["value"] ?? value.type) : "none" };
    });
}

const questions = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .flatMap(findConfirms);

test("Enter means yes only if the yes stops packages or keeps them out of the targets", () => {
  expect(questions.length).toBeGreaterThan(10);
  expect(questions.filter(({ initial }) => initial !== "none")).toEqual([
    { path: "exposed/contain.ts", initial: true },
    { path: "exposed/resume-work.ts", initial: true },
    { path: "rotate/provide-key.ts", initial: false },
  ]);
});
