import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  ceilings,
  comparePermissions,
  isAboveCeiling,
  permissionWords,
  readAppCeiling,
  writeAppCeiling,
} from "../../../src/credentials/apps/ceilings.ts";
import { slugOf } from "../../../src/plane/setup/app-name.ts";

/** The specification's table "App permission ceilings", copied verbatim. */
const specified = `
| Actions | Read | Write | inspect runs, dispatch approved workers |
| Administration | None | Read | validate repository settings for approved maintenance outputs |
| Checks | Read | None | inspect checks |
| Contents | Read | Write | read repositories, create approved changes |
| Issues | Read | Write | inspect issues, emit issue or comment outputs |
| Packages | Read | None | package evidence |
| Pull requests | Read | Write | inspect pull requests, emit approved pull-request outputs |
| Secret scanning alerts | Read | None | code-security evidence |
| Security events | Read | None | code-security evidence |
| Commit statuses | Read | None | status evidence |
| Vulnerability alerts | Read | None | prioritize dependency security work |
| Metadata | Read | Read | required automatically for Apps |`
  .trim()
  .split("\n")
  .map((row) => row.split("|").map((cell) => cell.trim()))
  .map(([, title = "", read = "", write = "", reason = ""]) => ({ title, read, write, reason }));

/** Returns the API's name for a row of the table. */
const wordOf = (title: string) =>
  title === "Commit statuses" ? "statuses" : slugOf(title).replaceAll("-", "_");

/** Reads the permissions that GitHub publishes, with their levels. */
function readVocabulary(): Record<string, { enum: string[] }> {
  const file = new URL("../../fixtures/forge-openapi.json", import.meta.url);
  const description = JSON.parse(readFileSync(file, "utf8")) as {
    components: { schemas: Record<string, { properties: Record<string, { enum: string[] }> }> };
  };
  return description.components.schemas["app-permissions"]?.properties ?? {};
}

describe("the ceilings", () => {
  test.each(specified)("match the specification for $title", (row) => {
    const word = wordOf(row.title);
    const level = (found: string | undefined) => found ?? "none";
    const { read, write }: Record<string, Record<string, string>> = ceilings;
    expect(level(read?.[word])).toBe(row.read.toLowerCase());
    expect(level(write?.[word])).toBe(row.write.toLowerCase());
    const { reasons } = Object.entries(permissionWords).find(([name]) => name === word)?.[1] ?? {};
    const text = [...new Set([reasons?.read, reasons?.write])].filter(Boolean).join(", ");
    expect(text).toBe(row.reason);
  });

  test.each(["read", "write"] as const)(
    "list a reason for each permission of the %s App, and for no other permission",
    (role) => {
      const withReason = Object.entries(permissionWords).filter(
        ([, { reasons }]) => role in reasons,
      );
      expect(withReason.map(([word]) => word).toSorted()).toEqual(
        Object.keys(ceilings[role]).toSorted(),
      );
    },
  );

  test("list only reasons to read for the read App", () => {
    const reasons = Object.values(permissionWords).map((words) => words.reasons.read ?? "");
    expect(reasons.join(", ")).not.toMatch(/dispatch|create|emit|maintenance/);
  });

  test("contain only permissions from the specification", () => {
    const words = specified.map(({ title }) => wordOf(title)).toSorted();
    const named = [...Object.keys(readAppCeiling), ...Object.keys(writeAppCeiling)];
    expect([...new Set(named)].toSorted()).toEqual(words);
    expect(Object.keys(permissionWords).toSorted()).toEqual(words);
  });

  test("use permission names and levels that the forge publishes", () => {
    const vocabulary = readVocabulary();
    const pairs = Object.values(ceilings).flatMap((ceiling) => Object.entries(ceiling));
    expect(pairs).toHaveLength(17);
    const unknown = pairs.filter(([word, level]) => !vocabulary[word]?.enum.includes(level));
    expect(unknown).toEqual([]);
  });

  test("do not allow the read App to write", () => {
    expect(new Set(Object.values(readAppCeiling))).toEqual(new Set(["read"]));
  });

  test("give no App access to secrets, variables, environments or workflow files", () => {
    for (const word of ["secrets", "actions_variables", "environments", "workflows"]) {
      expect(readAppCeiling).not.toHaveProperty(word);
      expect(writeAppCeiling).not.toHaveProperty(word);
    }
  });
});

describe("a comparison with the permissions that the forge reports", () => {
  test("is empty if the permissions match", () => {
    expect(comparePermissions(readAppCeiling, { ...readAppCeiling })).toEqual([]);
  });

  test("names missing, added and changed permissions in alphabetical order", () => {
    const found = { contents: "write", actions: "read", pages: "read" };
    expect(
      comparePermissions({ actions: "read", contents: "read", issues: "read" }, found),
    ).toEqual([
      { permission: "contents", wanted: "read", found: "write" },
      { permission: "issues", wanted: "read", found: undefined },
      { permission: "pages", wanted: undefined, found: "read" },
    ]);
  });

  test.each([
    [undefined, "read", true],
    ["read", "write", true],
    ["write", "admin", true],
    ["write", "something new", true],
    ["read", undefined, false],
    ["write", "read", false],
    ["read", "read", false],
  ])("if %s is expected and %s is found, exceeding the ceiling is %s", (wanted, found, isAbove) => {
    expect(isAboveCeiling({ permission: "contents", wanted, found })).toBe(isAbove);
  });
});
