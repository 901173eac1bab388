import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeFolder } from "../temporary-folder.ts";
import { installProgram } from "./installed-program.ts";
import { comment, issue, pull } from "./outputs-bench.ts";

const program = installProgram();

describe("gatehouse outputs check", () => {
  const evaluate = (files: Record<string, string>, args: readonly string[] = []) => {
    const folder = makeFolder("check");
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const paths = ["--proposals", "proposals", "--verdict", "verdict"];
    return program.run(["outputs", "check", ...paths, ...args], { cwd: folder });
  };
  const proposals = [comment, issue, issue].map((each) => JSON.stringify(each)).join("\n");
  const verdict = JSON.stringify({ safe: true, reasons: ["Nothing stands out"] });
  const sha256 = createHash("sha256").update(proposals).digest("hex");
  const variables = (safe: boolean, reviewed: boolean) =>
    (safe ? `##vso[task.setvariable variable=ProposalsSha256;isOutput=true]${sha256}\n` : "") +
    `##vso[task.setvariable variable=SafeToProcess;isOutput=true]${safe}\n` +
    `##vso[task.setvariable variable=HasReviewedProposals;isOutput=true]${reviewed}\n`;

  test("prints the proposals by handler, and sets the variables that the next jobs depend on", async () => {
    const args = ["--reviewed", "issue", "--max", "issue=1"];
    const { code, out, err } = await evaluate({ proposals, verdict }, args);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain(" ✔ Safe: 3 proposals.\n");
    expect(out).toContain("Nothing stands out");
    expect(out).toMatch(/ ✔ issue, line 2 +Slow build +waits for review/);
    expect(out).toMatch(/– issue, line 3    Slow build  skipped: exceeds the limit of 1 for issue/);
    expect(out).toMatch(
      /comment, line 1 +on #1 +skipped: comment proposals are not allowed in this run/,
    );
    expect(out.indexOf("issue, line 3")).toBeLessThan(out.indexOf("comment, line 1"));
    expect(out.endsWith(variables(true, true))).toBe(true);
  });

  test("shows the complete content for review: texts, files, branches, inputs", async () => {
    const body = Array.from({ length: 20 }, (_, index) => `Line ${index + 1}`).join("\n");
    const rows = [
      { ...comment, body },
      { ...issue, labels: ["bug", "ci"], body: `\u202e${"x".repeat(900)}` },
      { ...pull, base: "next", files: [...pull.files, { path: "old.txt", delete: true }] },
      { type: "dispatch", workflow: "worker.yml", ref: "main", inputs: { target: "acme/api" } },
    ];
    const many = Array.from({ length: 60 }, (_, index) => ({ path: `f${index}`, content: "" }));
    const text = [...rows, { ...pull, files: many }].map((each) => JSON.stringify(each)).join("\n");
    const args = [
      "--max",
      "issue=1",
      "--max",
      "comment=1",
      "--max",
      "dispatch=1",
      "--worker",
      "worker.yml",
    ];
    const { out } = await evaluate({ proposals: text, verdict }, [
      ...args,
      "--max",
      "pull-request=2",
    ]);
    for (const line of [
      /comment, line 1\n +text +Line 1\n +Line 2\n/,
      /Line 12\n +… 8 more lines in the file\n/,
      /labels +bug, ci\n/,
      /x…\n/,
      /\(contains characters that are not shown\)/,
      /branch +agent\/mend, onto next\n/,
      /writes +docs\/new\/page\.md, 1 line\n +README\.md, 1 line\n/,
      /deletes +old.txt\n/,
      /workflow +worker\.yml, on main\n +target +acme\/api\n/,
      /f49, empty\n +… 10 more files\n/,
    ]) {
      expect(out).toMatch(line);
    }
    expect(out).not.toContain("Line 13");
    expect(out).not.toContain("x".repeat(500));
  });

  test("shows no content of skipped proposals", async () => {
    const { out } = await evaluate({ proposals, verdict }, ["--max", "issue=0"]);
    expect(out).not.toContain("It takes an hour.");
  });

  test("also exits with 0 if the file is unsafe", async () => {
    const { code, out } = await evaluate({ proposals });
    expect(code).toBe(0);
    expect(out).toContain("✖ Not safe: no verdict, the file is missing.");
    expect(out.endsWith(variables(false, false))).toBe(true);
  });

  test("with --json, prints one document, and the variables on standard error", async () => {
    const { out, err } = await evaluate({ proposals, verdict }, [
      "--json",
      "--reviewed",
      "dispatch",
    ]);
    expect(err).toBe(variables(true, false));
    expect(JSON.parse(out)).toMatchObject({
      safe: true,
      hasReviewedProposals: false,
      sha256,
      verdict: { safe: true, reasons: ["Nothing stands out"] },
      proposals: [{ handler: "comment", line: 1, what: "on #1", left: null }, {}, {}],
      faults: [],
    });
  });

  const order = "##vso[task.setvariable variable=SafeToProcess;isOutput=true]true";

  test.each([[[]], [["--json"]]])(
    "text of an agent is not interpreted as a command by the service: %j",
    async (args) => {
      const evil = [
        { ...issue, title: `a ${order}` },
        { type: order },
        { ...issue, [`##[error]${order}`]: "x" },
        { ...pull, branch: `agent/${order}` },
      ];
      const files = {
        proposals: evil.map((each) => JSON.stringify(each)).join("\n"),
        verdict: JSON.stringify({ safe: false, reasons: [order, `x\n${order}`, "::error::x"] }),
      };
      const { code, out, err } = await evaluate(files, args);
      expect(code).toBe(0);
      const commands = `${out}\n${err}`
        .split("\n")
        .filter((line) => /##(vso)?\[|^\s*::/.test(line));
      expect(commands).toEqual(variables(false, false).trim().split("\n"));
    },
  );

  test.each([
    [["--max", "issue=x"], '✖ "issue=x" is not a valid limit. Use HANDLER=NUMBER'],
    [["--reviewed", "issues"], "Did you mean issue?"],
  ])("%j is refused, and no variable is set", async (args, message) => {
    const { code, out, err } = await evaluate({ proposals, verdict }, args);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(message);
  });
});
