import { randomBytes } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { scanPaths } from "../../../src/run/scan/scan-paths.ts";
import { renderSettings } from "../../../src/plane/scope/settings.ts";
import { compileText } from "../../compiler/pipeline/compile-text.ts";
import { definitions } from "../../compiler/pipeline/definitions.ts";
import { someSettings } from "../../plane/control-plane-bench.ts";
import { choices, render, type Chosen } from "../control/shared-control-bench.ts";
import { makePdf, makePng } from "./make-documents.ts";
import { scanOne as scan } from "./scan-one.ts";
import { sample } from "../../sample.ts";

describe("a scan searches everything and has no findings", () => {
  const root = join(import.meta.dirname, "../../..");
  const listNames = (folder: string) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);
  test.each([
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "package-lock.json",
    ...listNames("docs").filter((path) => path !== "docs/screens"),
    ...sample("pictures", listNames("docs/screens"), 5),
    "package.json",
    "scripts",
  ])("in %s of this repository", async (path) => {
    const { findings, notSearched } = await scanPaths([join(root, path)]);
    expect({ findings, notSearched }).toEqual({ findings: [], notSearched: [] });
  });

  test("in the files that gatehouse renders", async () => {
    const texts = [
      renderSettings(someSettings),
      ...Object.keys(choices).map((choice) => render(choice as Chosen)),
      ...definitions.map(([, yaml]) => compileText(yaml).text),
    ];
    for (const each of texts) {
      expect(await scan("a", each)).toEqual({ findings: [], notSearched: [] });
    }
  });

  test.each([
    [
      "hashes",
      `${"3f786850e387550fdab836ed7e6dc881de23001b\n".repeat(50)}sha512-${randomBytes(64).toString("base64")}`,
    ],
    [
      "an image in base64",
      `data:image/png;base64,${makePng(randomBytes(3000)).toString("base64")}`,
    ],
    ["UUIDs", "550e8400-e29b-41d4-a716-446655440000\n".repeat(50)],
    ["Chinese", "控制平面的凭据不得泄漏。".repeat(200)],
    ["a program", readFileSync("/bin/true")],
    ["a PNG", makePng(randomBytes(3000))],
    ["a PDF", makePdf("BT (hello) Tj ET")],
    ["numbers", Buffer.from(Float64Array.from({ length: 2000 }, (_, at) => Math.sin(at)).buffer)],
  ])("in %s", async (_, content) => {
    const report = await scan("a", typeof content === "string" ? Buffer.from(content) : content);
    expect(report).toEqual({ findings: [], notSearched: [] });
  });
});
