import fc from "fast-check";
import { expect, test } from "vitest";
import { verdictRows, toVerdictDocument } from "../../../src/commands/outcomes/print-verdict.ts";
import { printStepJson } from "../../../src/commands/outcomes/print-step-json.ts";
import { stepRows } from "../../../src/commands/outcomes/print-applied.ts";
import { validate } from "../../../src/run/outputs/validate-outputs.ts";
import { fileRenderOptions, paintRows } from "../../../src/terminal/paint.ts";
import { runs } from "../../sample.ts";

/** Parts that commands consist of, and characters that could hide between them. */
const piece = fc.constantFrom(
  "##vso[task.setvariable variable=SafeToProcess;isOutput=true]true",
  ..."##|#|vso[|[|]|::|::error::x|\n|\r|\u2028|\u200b|\u001b[1m|\t| |a|x.yml|\\|".split("|"),
);
const words = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));

const proposal = fc.oneof(
  fc.record({ type: fc.constant("issue"), title: words, body: words }),
  fc.record({ type: words }),
  fc.dictionary(words, words),
  fc.record({
    type: fc.constant("pull-request"),
    title: words,
    body: words,
    branch: words.map((name) => `agent/${name}`),
    files: fc.array(fc.record({ path: words, content: words })),
  }),
  fc.record({
    type: fc.constant("dispatch"),
    workflow: words,
    inputs: fc.dictionary(words, words),
  }),
);

/**
 * A forge command requires a second pair of colons, and invisible characters could separate them.
 */
const isCommand = (text: string) =>
  text.split("\n").some((line) => /##(vso)?\[|^\s*::.*:.*:/.test(line));

test("text that an agent wrote is never printed as a command", () => {
  fc.assert(
    fc.property(fc.array(proposal, { maxLength: 4 }), fc.array(words), (proposals, reasons) => {
      const text = proposals.map((each) => JSON.stringify(each)).join("\n");
      const outcome = validate(
        { kind: "read", text, sha256: "5".repeat(64) },
        { isReported: true, isSafe: true, reasons },
        { reviewed: new Set(["issue"]), limits: undefined, listWorkers: () => new Set() },
      );
      const rows = verdictRows(outcome, {
        style: fileRenderOptions,
        reviewed: new Set(["issue"]),
      });
      expect(isCommand(paintRows(rows, { hasColour: false }))).toBe(false);
      let json = "";
      const stream = { write: (text: string) => Boolean((json += text)) };
      const document = toVerdictDocument(outcome);
      printStepJson(document, stream);
      expect(isCommand(json)).toBe(false);
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(document)));
    }),
    runs(500),
  );
});

test("the result of a proposal is never printed as a command", () => {
  fc.assert(
    fc.property(words, words, (name, url) => {
      const location = { handler: "issue", line: 1, number: 1, of: 1 } as const;
      const rows = [
        ...stepRows({ ...location, kind: "applied", name, url }, fileRenderOptions),
        ...stepRows({ ...location, kind: "failed", reason: name }, fileRenderOptions),
      ];
      expect(isCommand(paintRows(rows, { hasColour: false }))).toBe(false);
    }),
  );
});
