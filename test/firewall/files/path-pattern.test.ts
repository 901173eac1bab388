import { expect, test } from "vitest";
import { compilePath, matchesPath } from "../../../src/firewall/files/path-pattern.ts";

test.each<[pattern: string, matching: string[], other: string[]]>([
  [".env", [".env"], ["a/.env", ".env.local", "x.env"]],
  ["./conf//.env", ["conf/.env"], [".env"]],
  ["*", ["a", ".env"], ["a/b"]],
  [".env*", [".env", ".env.local"], ["a/.env"]],
  ["**/*.pem", ["a.pem", "a/b.pem", "a/b/c.pem", ".pem"], ["a.pem/b", "pem"]],
  ["a/**/b", ["a/b", "a/x/b", "a/x/y/b"], ["ab", "a/xb", "x/a/b"]],
  ["**/a/**/b", ["a/b", "x/a/y/b", "a/a/b"], ["b", "xa/b"]],
  ["src/**", ["src"], ["src2", "x/src"]],
  ["packages/*/dist/", ["packages/a/dist"], ["packages/dist", "packages/a/b/dist"]],
])("%s matches %j, but not %j", (pattern, matching, other) => {
  const compiled = compilePath(pattern);
  expect(matching.filter((path) => !matchesPath(compiled, path))).toEqual([]);
  expect(other.filter((path) => matchesPath(compiled, path))).toEqual([]);
});

test("a pattern without wildcards is a path, and a pattern that ends in / or /** is a directory", () => {
  const parts = (pattern: string) => {
    const { literal, isFolder } = compilePath(pattern);
    return { literal, isFolder };
  };
  expect(parts("dist")).toEqual({ literal: "dist", isFolder: false });
  expect(parts("./src/a/**")).toEqual({ literal: "src/a", isFolder: true });
  expect(parts("dist/")).toEqual({ literal: "dist", isFolder: true });
  expect(parts(".")).toEqual({ literal: "", isFolder: false });
  expect(parts("**")).toEqual({ literal: "", isFolder: true });
  expect(parts("*.ts")).toEqual({ literal: undefined, isFolder: false });
});
