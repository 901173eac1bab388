import { describe, expect, test } from "vitest";
import { editFrontMatter } from "../../../src/compiler/edit/edit-front-matter.ts";

describe("an entry in brackets or braces", () => {
  test("can be removed from a list if its comma is below its comment", () => {
    const text = "---\nnetwork:\n  allowed: [\n    a.example # why\n    , b.example\n  ]\n---\n";
    const edited = editFrontMatter(text, [{ path: ["network", "allowed"], value: ["b.example"] }]);
    expect(edited).toContain("b.example");
    expect(edited).not.toContain("a.example");
  });

  test("can be removed again after a commented entry in braces", () => {
    const text = "---\nengine:\n  {\n    model: m-1 # keep\n  }\n---\n";
    const version = { path: ["engine", "version"], value: "latest" };
    const there = editFrontMatter(text, [version]);
    expect(there).toContain("    model: m-1, # keep\n    version: latest\n  }");
    expect(editFrontMatter(there, [{ ...version, value: undefined }])).toBe(text);
  });
});
