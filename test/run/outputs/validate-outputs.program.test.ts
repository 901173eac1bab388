import { spawnSync } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { validateOutputs } from "../../../src/run/outputs/validate-outputs.ts";
import { readHandlers, readLimits } from "../../../src/run/outputs/output-limits.ts";
import { makeFolder } from "../../temporary-folder.ts";

const issue = JSON.stringify({ type: "issue", title: "a", body: "b" });
const comment = JSON.stringify({ type: "comment", number: 1, body: "b" });
const safe = JSON.stringify({ safe: true, reasons: [] });

interface Files {
  readonly proposals?: string | Uint8Array;
  readonly verdict?: string | Uint8Array;
}

/** Validates both files, if they exist. */
function validateFiles(
  { proposals, verdict }: Files,
  { reviewed = "", max }: { reviewed?: string; max?: readonly string[] } = {},
) {
  const folder = makeFolder("check");
  const paths = { proposals: join(folder, "proposals"), verdict: join(folder, "verdict") };
  if (proposals !== undefined) writeFileSync(paths.proposals, proposals);
  if (verdict !== undefined) writeFileSync(paths.verdict, verdict);
  const listWorkers = () => new Set<string>();
  const wanted = { reviewed: readHandlers(reviewed), limits: max && readLimits(max), listWorkers };
  return validateOutputs({ ...paths, ...wanted });
}

describe("proposals are safe", () => {
  test("if the verdict is safe", () => {
    expect(validateFiles({ proposals: issue, verdict: safe })).toMatchObject({ isSafe: true });
    const reasons = JSON.stringify({ safe: true, reasons: ["all is well"] });
    expect(validateFiles({ proposals: issue, verdict: `\ufeff${reasons}\n` }).isSafe).toBe(true);
  });

  test.each([undefined, "", "\n\n"])("if there are no proposals: %j", (proposals) => {
    const files = { verdict: safe, ...(proposals !== undefined && { proposals }) };
    expect(validateFiles(files)).toMatchObject({ isSafe: true, outputs: [], faults: [] });
  });
});

describe("proposals are not safe", () => {
  test.each([
    [undefined, "the file is missing"],
    ["", "it is empty"],
    [" \n", "it is empty"],
    ["safe", "it is not valid JSON"],
    ["true", "it is not {"],
    ["null", "it is not {"],
    ["[]", "it is not {"],
    ['{"safe":true}', "it is not {"],
    ['{"safe":"true","reasons":[]}', "it is not {"],
    ['{"safe":1,"reasons":[]}', "it is not {"],
    ['{"safe":true,"reasons":"none"}', "it is not {"],
    ['{"safe":true,"reasons":[1]}', "one of its reasons is not a string"],
    ['{"safe":true,"reasons":[],"note":""}', "it is not {"],
    ['{"safe":false,"safe":true,"reasons":[]}', 'it has a duplicate name: "safe"'],
    ['{"safe":true,"reasons":[]}{"safe":true,"reasons":[]}', "it is not valid JSON"],
    [Buffer.from([0xff, 0xfe]), "it is not valid UTF-8"],
    [`{"safe":true,"reasons":["${"x".repeat(64 * 1024)}"]}`, "it is larger than 64 KB"],
  ])("if the verdict is missing or invalid: %j", (verdict, reason) => {
    const files = { proposals: issue, ...(verdict !== undefined && { verdict }) };
    const checked = validateFiles(files);
    expect(checked).toMatchObject({ isSafe: false, verdict: { isReported: false } });
    expect(checked.verdict).toMatchObject({ reason: expect.stringContaining(reason) as string });
  });

  test("if the verdict is unsafe", () => {
    const verdict = JSON.stringify({ safe: false, reasons: ["it asks for a key"] });
    expect(validateFiles({ proposals: issue, verdict })).toMatchObject({
      isSafe: false,
      verdict: { isReported: true, reasons: ["it asks for a key"] },
    });
  });

  test.each([
    [`${issue}\n{"type":`, 2],
    [`${issue}\n{}`, 2],
    [Buffer.from([0xff]), 0],
    [`${issue}\n`.repeat(1024 * 1024), 0],
  ])("if the proposals file is invalid (example %#)", (proposals, line) => {
    const checked = validateFiles({ proposals, verdict: safe }, { reviewed: "issue" });
    expect(checked).toMatchObject({ isSafe: false, hasReviewed: false, faults: [{ line }] });
  });

  test("if a file is a link, a directory or a pipe", () => {
    const folder = makeFolder("check");
    const proposals = join(folder, "proposals");
    const [link, pipe] = [join(folder, "link"), join(folder, "pipe")];
    writeFileSync(proposals, safe);
    symlinkSync(proposals, link);
    spawnSync("mkfifo", [pipe]);
    const rules = {
      reviewed: readHandlers(""),
      limits: undefined,
      listWorkers: () => new Set<string>(),
    };
    for (const verdict of [link, pipe, folder]) {
      const checked = validateOutputs({ proposals: join(folder, "none"), verdict, ...rules });
      expect(checked).toMatchObject({ isSafe: false, verdict: { isReported: false } });
    }
    writeFileSync(join(folder, "verdict"), safe);
    for (const odd of [link, pipe, folder]) {
      const verdict = join(folder, "verdict");
      const checked = validateOutputs({ proposals: odd, verdict, ...rules });
      expect(checked).toMatchObject({ isSafe: false, faults: [{ line: 0 }] });
    }
  });
});

describe("approval by a person", () => {
  const files = { proposals: `${comment}\n${issue}\n${issue}`, verdict: safe };

  test.each([
    ["issue", undefined, true],
    ["comment,issue", undefined, true],
    ["dispatch", undefined, false],
    ["", undefined, false],
    ["issue", ["issue=1"], true],
    ["issue", ["issue=0"], false],
    ["issue", ["comment=1"], false],
  ])(
    "is required for the reviewed handlers %j with the limits %j: %s",
    (reviewed, max, expected) => {
      const checked = validateFiles(files, { reviewed, ...(max && { max }) });
      expect(checked).toMatchObject({ isSafe: true, hasReviewed: expected });
    },
  );

  test("does not apply to proposals above a limit, which are skipped in file order", () => {
    const { outputs } = validateFiles(files, { max: ["issue=1"] });
    expect(outputs.map(({ line, left }) => [line, left])).toEqual([
      [1, "comment proposals are not allowed in this run"],
      [2, undefined],
      [3, "exceeds the limit of 1 for issue"],
    ]);
  });
});
