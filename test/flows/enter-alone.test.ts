import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isNode, placesOf } from "../rooms/syntax.ts";
import type { Node } from "../rooms/syntax.ts";

const folder = join(import.meta.dirname, "../../flows");

/** What an object that stands in a source has at one of its names. */
function fieldOf(node: Node, name: string): Node | undefined {
  const properties = node["properties"];
  const fields = Array.isArray(properties) ? properties.filter(isNode) : [];
  return fields.find(({ key }) => isNode(key) && key["name"] === name);
}

/** The ids of the questions for a yes or a no, and whether one of the two is chosen already. */
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

test("Enter alone is a yes only where that stops the packages, or keeps them out of the targets", () => {
  expect(questions.length).toBeGreaterThan(10);
  expect(questions.filter(({ initial }) => initial !== "none")).toEqual([
    { path: "exposed/contain.ts", initial: true },
    { path: "exposed/resume-work.ts", initial: true },
    { path: "rotate/provide-key.ts", initial: false },
  ]);
});
