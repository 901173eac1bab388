import { expect, test } from "vitest";
import { routeCompile } from "../src/route-compile.ts";

test.each([
  [[], { paths: [], options: {} }],
  [
    ["a.md", "-o", "b.yml", "--check"],
    { paths: ["a.md"], options: { output: "b.yml", check: true } },
  ],
  [["constructor", "toString", "x"], { paths: ["constructor", "toString", "x"], options: {} }],
])("%j is a compilation and nothing else", (words, wish) => {
  expect(routeCompile(["compile", ...words])).toEqual(wish);
});

test.each([["--help"], ["-o"], ["--outpt", "x"], [""]])(
  "%j is for the command table",
  (...words) => {
    expect(routeCompile(["compile", ...words])).toBeUndefined();
  },
);
