import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runNode, writeText } from "../../../src/compiler/pipeline/shell.ts";
import { makeFolder } from "../../temporary-folder.ts";

/**
 * Parts with which a text could end its own heredoc, imitate an escape sequence, or be executed.
 */
const parts = [
  ..."_@#$\\'\"`\n/&".split(""),
  ..."END END1 @dollar @dollar; @hash; 1; dollar; ( { [ vso[ $( ${{ $[ ##vso[ ##[ word".split(" "),
];
const texts = fc.sample(
  fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map((some) => some.join("")),
  { numRuns: 500, seed: 11 },
);
const hostile = [
  "END\nEND1\nEND2",
  "END1\nEND",
  "@dollar; @dollar1; $(A)",
  "@dollar$(x)",
  "@hash##vso[a]@dollar",
  `${"@dollar;".repeat(3)}##[x] $[y]`,
];

test("any text is written unchanged, and the script contains no pipeline expression", () => {
  const folder = makeFolder("texts");
  const all = [...texts, ...hostile];
  const script = all.flatMap((text, at) => writeText(text, `text-${at}`)).join("\n");
  execFileSync("bash", ["-euo", "pipefail"], { cwd: folder, input: `${script}\n` });
  const written = all.map((_, at) => readFileSync(join(folder, `text-${at}`), "utf8"));
  expect(written).toEqual(all.map((text) => `${text}\n`));
  expect(script).not.toMatch(/\$[({[]|##(?:vso)?\[/i);
});

test("a program that contains the delimiter of its heredoc runs completely", () => {
  const program = "process.stdout.write(`first\nEND\nEND1\nlast`);";
  const script = runNode(["x"], program).join("\n");
  const out = execFileSync("bash", { input: script, encoding: "utf8" });
  expect(out).toBe("first\nEND\nEND1\nlast");
});
