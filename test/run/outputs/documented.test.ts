import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readProposals } from "../../../src/run/outputs/read-proposals.ts";

const page = readFileSync(new URL("../../../docs/outputs.md", import.meta.url), "utf8");

test("the examples in docs/outputs.md are valid proposals, one of each kind", () => {
  const [, text = ""] = /^```json\n([^]*?)^```$/m.exec(page) ?? [];
  const { lines, faults } = readProposals(text);
  expect({ faults, types: lines.map(({ proposal }) => proposal.type) }).toEqual({
    faults: [],
    types: ["issue", "comment", "pull-request", "dispatch"],
  });
});
