import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { lintCopy, lintNames, type CopyFinding } from "./copy-rules.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The rules themselves quote the refused wordings. */
const rules = "test/copy/";

const sources = ["src", "flows", "components", "emulator", "scripts"].flatMap(listFiles);
const tests = listFiles("test").filter((file) => !file.startsWith(rules));
const singlePages = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"];
const pages = [...singlePages, ".oxlintrc.json", ...["docs", ".github"].flatMap(listFiles)];

test("no text contains a refused wording", () => {
  expect([...pages, ...sources].flatMap((file) => report(file, lintCopy))).toEqual([]);
});

test("no comment or test name contains a refused wording", () => {
  const lint = (text: string) => lintCopy(keepProse(text));
  expect(tests.flatMap((file) => report(file, lint))).toEqual([]);
});

test("no identifier contains a refused word", () => {
  expect([...sources, ...tests].flatMap((file) => report(file, lintNames))).toEqual([]);
});

test.each([
  ["// It mends the file.", "mends"],
  ["* This is\n * no proof.", "is\n * no"],
  ["Whoever asks", "Whoever"],
])("%j is refused", (text, found) => {
  expect(lintCopy(text).map((finding) => finding.found)).toEqual([found]);
});

test.each(["there is no key", "it is no longer stored", "amendment", "because it expired"])(
  "%j is allowed",
  (text) => {
    expect(lintCopy(text)).toEqual([]);
  },
);

test("a refused word is found as part of an identifier, but not as a complete identifier or inside a longer word", () => {
  const found = lintNames("const tellAll = because(toldOf, said, extol, untoldOne)");
  expect(found.map((finding) => finding.found)).toEqual(["tellAll", "toldOf"]);
});

/** Replaces everything except comments and names of tests by spaces, so that positions remain. */
function keepProse(text: string): string {
  const prose = /^\s*(?:\/\/|\/?\*).*|\b(?:test|describe)(?:\.\w+)*\(\s*(?:"[^"]*"|`[^`]*`)/gm;
  let end = 0;
  const kept = [...text.matchAll(prose)].flatMap(({ index, 0: found }) => {
    const before = blank(text.slice(end, index));
    end = index + found.length;
    return [before, found];
  });
  return kept.join("");
}

function blank(text: string): string {
  return text.replaceAll(/[^\n]/g, " ");
}

function report(file: string, lint: (text: string) => CopyFinding[]): string[] {
  const text = readFileSync(join(root, file), "utf8");
  return lint(text).map(({ at, found, instead }) => {
    const line = text.slice(0, at).split("\n").length;
    return `${file}:${line}: "${found}": write ${instead}`;
  });
}

function listFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.([cm]?[jt]sx?|md|json|ya?ml)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length));
}
