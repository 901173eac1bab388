import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readProposals } from "../../../src/run/outputs/read-proposals.ts";
import { Secret } from "../../../src/shared/secret.ts";
import { vendorSamples } from "../../shared/redact/vendor-samples.ts";
import { runs } from "../../sample.ts";

const token = `ghp_${"aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hJ6"}`;
const issue = { type: "issue", title: "Slow build", body: "It takes an hour." };
const comment = { type: "comment", number: 12, body: "Done." };
const pull = {
  type: "pull-request",
  title: "Store the client ID again",
  body: "",
  branch: "agent/mend",
  files: [
    { path: "a/b.txt", content: "text\n" },
    { path: "old.txt", delete: true },
  ],
};
const dispatch = { type: "dispatch", workflow: "worker.yml", inputs: { target: "acme/api" } };

const fileOf = (...values: unknown[]) =>
  values.map((value) => (typeof value === "string" ? value : JSON.stringify(value))).join("\n");
const faultsOf = (...values: unknown[]) =>
  readProposals(fileOf(...values)).faults.map(({ line, reason }) => `${line} ${reason}`);

describe("a proposals file", () => {
  test("is read completely, with a byte order mark, blank lines and any line endings", () => {
    const text = `\ufeff${fileOf(issue, "", comment, "  ", pull, dispatch)}\r\n`;
    const { lines, faults } = readProposals(text.replaceAll("\n", "\r\n"));
    expect(faults).toEqual([]);
    expect(lines.map(({ line }) => line)).toEqual([1, 3, 5, 6]);
    expect(lines.map(({ proposal }) => proposal)).toEqual([
      { ...issue, labels: [] },
      comment,
      {
        ...pull,
        base: undefined,
        files: [
          { path: "a/b.txt", content: "text\n" },
          { path: "old.txt", content: undefined },
        ],
      },
      { ...dispatch, ref: undefined },
    ]);
  });

  test("reports all errors by line", () => {
    expect(
      faultsOf({ ...issue, titel: "x" }, "{", { type: "isue" }, comment, {
        type: "comment",
        number: 0,
      }),
    ).toEqual([
      '1 has an unknown field: "titel"; did you mean "title"?',
      "2 is not valid JSON",
      '3 has an unknown type: "isue"; did you mean "issue"?',
      '5 does not contain "body"',
      '5 "number" is not a positive integer',
    ]);
  });

  test("reports only the first errors of a line with many errors", () => {
    const names = Array.from({ length: 500 }, (_, index) => [`x${index}`, 1]);
    const faults = faultsOf({ ...issue, ...Object.fromEntries(names) });
    expect(faults).toHaveLength(21);
    expect(faults.at(-1)).toBe("1 has more errors");
  });

  test("reports only the first errors of a file with many errors", () => {
    const faults = faultsOf(...Array.from({ length: 400 }, () => ({ type: "issue" })));
    expect(faults).toHaveLength(51);
    expect(faults.slice(-2)).toEqual(['25 does not contain "body"', "0 has more errors"]);
    const complete = faultsOf(...Array.from({ length: 25 }, () => ({ type: "issue" })));
    expect(complete).toHaveLength(50);
  });

  test("can contain at most 1000 proposals of 256 KB each", () => {
    expect(faultsOf(...Array.from({ length: 1000 }, () => comment))).toEqual([]);
    expect(faultsOf(...Array.from({ length: 1001 }, () => comment))).toEqual([
      "0 has more than 1000 proposals",
    ]);
    const files = [{ path: "a", content: "x".repeat(256 * 1024) }];
    expect(faultsOf({ ...pull, files })).toEqual(["1 is longer than 256 KB"]);
  });

  test.each([
    [`{"type":"issue","title":"a","title":"b","body":""}`, 'has a duplicate name: "title"'],
    [`{"type":"issue","title":"a","\\u0074itle":"b","body":""}`, 'has a duplicate name: "title"'],
    [
      `{"type":"dispatch","workflow":"a.yml","inputs":{"x":"1","x":"2"}}`,
      'has a duplicate name: "x"',
    ],
    ["[]", "is not an object"],
    ["1", "is not an object"],
    ["null", "is not an object"],
    ["{}", 'does not contain "type"; valid types: issue, comment, pull-request, dispatch'],
    ["[".repeat(1000) + "]".repeat(1000), "is nested too deeply"],
    [`${JSON.stringify(comment)} {}`, "is not valid JSON"],
    [`{'type':"issue"}`, "is not valid JSON"],
  ])("%s is refused", (row, reason) => {
    expect(faultsOf(row)).toEqual([`1 ${reason}`]);
  });

  test("does not accept the name of an inherited property as a field", () => {
    const row = `{"type":"issue","title":"a","body":"","__proto__":{"labels":["x"]}}`;
    expect(faultsOf(row)[0]).toContain('has an unknown field: "__proto__"');
    expect(faultsOf(`{"type":"constructor"}`)[0]).toContain(
      '1 has an unknown type: "constructor"; valid types: issue, comment, pull-request, dispatch',
    );
  });
});

describe("a proposal", () => {
  test.each([
    [{ ...issue, title: " " }, '"title" is empty'],
    [{ ...issue, title: "a\nb" }, '"title" has more than one line'],
    [{ ...issue, title: "a\u2028b" }, '"title" has more than one line'],
    [{ ...issue, title: "x".repeat(257) }, '"title" has more than 256 characters'],
    [{ ...issue, title: "a\u202eb" }, '"title" contains an invisible character'],
    [{ ...issue, title: "a\u200bb" }, '"title" contains an invisible character'],
    [{ ...issue, labels: ["a\u2066b"] }, '"labels[0]" contains an invisible character'],
    [
      { ...pull, files: [{ path: "a\u202eb", content: "" }] },
      '"files[0].path" contains a character that is not allowed in paths',
    ],
    [{ ...issue, title: 1 }, '"title" is not a string'],
    [{ ...issue, body: "x".repeat(65_001) }, '"body" has more than 65000 characters'],
    [{ ...issue, body: "a\0b" }, '"body" contains a NUL character'],
    [{ ...issue, body: "\ud800" }, '"body" contains an unpaired surrogate'],
    [{ ...issue, labels: "bug" }, '"labels" is not a list'],
    [{ ...issue, labels: ["bug", ""] }, '"labels[1]" is empty'],
    [
      { ...issue, labels: Array.from({ length: 21 }, () => "x") },
      '"labels" has more than 20 items',
    ],
    [{ ...comment, number: 1.5 }, '"number" is not a positive integer'],
    [{ ...comment, number: "12" }, '"number" is not a positive integer'],
    [{ ...comment, body: "" }, '"body" is empty'],
    [
      { ...comment, repository: "acme/other" },
      'has an unknown field: "repository"; valid fields: type, number, body',
    ],
    [{ ...pull, branch: "mend" }, '"branch" does not start with "agent/"'],
    [{ ...pull, branch: "agent/.." }, '"branch" is not a valid branch name'],
    [
      { ...pull, branch: "agent/a b" },
      '"branch" contains a character that is not allowed in branch names',
    ],
    [{ ...pull, base: "agent/mend" }, '"branch" and "base" must differ'],
    [{ ...pull, base: "refs/heads/main" }, '"base" is not a plain branch name'],
    [{ ...pull, files: [] }, '"files" is empty'],
    [
      { ...pull, files: [{ path: "a" }] },
      '"files[0]" must have either "content" or "delete": true',
    ],
    [
      { ...pull, files: [{ path: "a", content: "", delete: true }] },
      '"files[0]" must have either "content" or "delete": true',
    ],
    [
      { ...pull, files: [{ path: "a", content: "", delete: false }] },
      '"files[0].delete" must be true or omitted',
    ],
    [
      {
        ...pull,
        files: [
          { path: "a", content: "" },
          { path: "a", delete: true },
        ],
      },
      '"files" contains a duplicate path',
    ],
    [
      {
        ...pull,
        files: [
          { path: "a", content: "" },
          { path: "a/b", content: "" },
        ],
      },
      '"files" contains a file below another file',
    ],
    [{ ...dispatch, workflow: "../x.yml" }, '"workflow" is not a workflow file name'],
    [{ ...dispatch, workflow: "x.sh" }, '"workflow" is not a workflow file name'],
    [{ ...dispatch, ref: "-x" }, '"ref" is not a valid branch name'],
    [{ ...dispatch, inputs: { n: 1 } }, '"inputs.n" is not a string'],
    [{ ...dispatch, inputs: { "a b": "" } }, '"inputs" has an invalid input name: "a b"'],
    [
      { ...dispatch, inputs: { password: "correct-horse" } },
      '"inputs" contains a possible credential (field of a secret): password',
    ],
  ])("is refused: %j", (value, reason) => {
    const [fault, ...others] = faultsOf(value);
    expect(fault).toContain(`1 ${reason}`);
    expect(others).toEqual([]);
  });

  test("can have a title of 256 characters, even if each has two code units", () => {
    expect(faultsOf({ ...issue, title: "😀".repeat(256) })).toEqual([]);
  });
});

describe("a credential", () => {
  test.each([
    ["a title", { ...issue, title: `Use ${token}` }],
    ["a body", { ...issue, body: `Use\n${token}` }],
    ["a label", { ...issue, labels: [token] }],
    ["a comment", { ...comment, body: `authorization: bearer ${token}` }],
    ["a file", { ...pull, files: [{ path: "a", content: `KEY=${token}` }] }],
    ["a path", { ...pull, files: [{ path: token, content: "" }] }],
    ["a branch", { ...pull, branch: `agent/${token}` }],
    ["an input", { ...dispatch, inputs: { x: token } }],
    ["an input name", { ...dispatch, inputs: { [token]: "x" } }],
    ["a field name", { ...issue, [token]: "x" }],
    ["a type", { type: token }],
    ["a workflow", { ...dispatch, workflow: token }],
  ])("in %s is refused and not printed", (_, value) => {
    const faults = faultsOf(value);
    expect(faults.join()).toContain("a possible credential");
    expect(faults.join()).not.toContain(token.slice(4, 20));
  });

  test.each(vendorSamples)("of a vendor is refused and not printed: %s", (kind, value) => {
    for (const proposal of [
      { ...issue, body: `Use\n${value}` },
      { ...pull, files: [{ path: "a", content: `KEY=${value}` }] },
    ]) {
      const faults = faultsOf(proposal).join();
      expect(faults).toContain(`a possible credential (${kind})`);
      expect(faults).not.toContain(value.slice(4, 20));
    }
  });

  test.each([
    ["an HTML entity", token.replace("_", "&#95;")],
    ["percent-encoding", token.replace("_", "%5F")],
    ["UTF-16 in base64", Buffer.from(token, "utf16le").toString("base64")],
    ["an assignment of a random value", "API_TOKEN=a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6"],
  ])("in %s is refused and not printed", (_, written) => {
    const faults = faultsOf({ ...comment, body: `See ${written}.` }).join();
    expect(faults).toContain("a possible credential");
    expect(faults).not.toContain(written.slice(10, 24));
  });

  test("of the step itself is refused, even in an unknown format", () => {
    const own = new Secret("correct-horse-battery");
    const text = fileOf({ ...comment, body: "It is correct-horse-battery." });
    expect(readProposals(text).faults).toEqual([]);
    expect(readProposals(text, [own]).faults).toEqual([
      { line: 1, reason: '"body" contains a credential of this step' },
    ]);
  });
});

describe("any line that an agent writes", () => {
  const wild = fc.oneof(
    fc.json({ stringUnit: "binary" }),
    fc.string({ unit: "binary" }),
    fc
      .record(
        {
          type: fc.constantFrom("issue", "comment", "pull-request", "dispatch", "x"),
          title: fc.oneof(fc.string({ unit: "binary" }), fc.jsonValue()),
          body: fc.oneof(fc.string({ unit: "binary" }), fc.jsonValue()),
          number: fc.oneof(fc.double(), fc.integer()),
          branch: fc.string().map((name) => `agent/${name}`),
          files: fc.array(fc.record({ path: fc.string(), content: fc.string() })),
          workflow: fc.string(),
          inputs: fc.dictionary(fc.string(), fc.string()),
        },
        { requiredKeys: ["type"] },
      )
      .map((value) => JSON.stringify(value)),
  );

  test("is a valid proposal or is reported as an error", () => {
    fc.assert(
      fc.property(fc.array(wild, { maxLength: 5 }), (rows) => {
        const { lines, faults } = readProposals(rows.join("\n"));
        if (faults.some(({ line }) => line === 0)) return;
        const reported = new Set([...lines, ...faults].map(({ line }) => line));
        const written = rows
          .join("\n")
          .replace(/^\ufeff/, "")
          .split("\n")
          .flatMap((row, index) => (row.trim() === "" ? [] : [index + 1]));
        expect([...reported].toSorted((a, b) => a - b)).toEqual(written);
      }),
      runs(1000),
    );
  });
});
