import { expect, test } from "vitest";
import { resultRows, startRows, toRunDocument } from "../../../src/commands/outcomes/print-run.ts";
import type { FirewallResult } from "../../../src/firewall/run-firewall.ts";
import { describeWidths, printed } from "../../terminal/check-print.ts";

const session = {
  id: "2e3d4c",
  runtime: "bubblewrap",
  reason: "needs no root privileges",
  failed: [],
  uncaught: [],
  warnings: [],
  limits: [],
  logs: "/tmp/proxy-logs-20260304-050607-2e3d4c",
};
const result: FirewallResult = { code: 0, passed: 5, denied: 3, session };
const bad: FirewallResult = {
  ...result,
  code: 127,
  reason: 'Program "agnet" not found on PATH in the container.',
  lost: { lines: 2, reason: "ENOSPC" },
};

describeWidths("a run", (style) => resultRows(bad, style, { level: "info" }));

test("denied requests are counted, with the command that shows how to allow them", () => {
  expect(printed((style) => resultRows(bad, style, { level: "info" }))).toMatchInlineSnapshot(`
    " ✖ Program "agnet" not found on PATH in the container.
     ! The log is missing 2 lines: ENOSPC.
     ! 3 requests were denied.
     │ List them, and the rules that would allow them:
       gatehouse firewall logs suggest 2e3d4c"
  `);
});

test("one denied request is reported in the singular", () => {
  expect(
    printed((style) => resultRows({ ...result, denied: 1 }, style, { level: "info" })),
  ).toContain("1 request was denied.");
});

test("with --log-level warn, denied requests are counted without a command", () => {
  expect(printed((style) => resultRows(bad, style, { level: "warn" }))).toMatchInlineSnapshot(`
    " ✖ Program "agnet" not found on PATH in the container.
     ! The log is missing 2 lines: ENOSPC.
     ! 3 requests were denied."
  `);
});

test("with --log-level error, denials are omitted, but errors are printed", () => {
  const text = printed((style) => resultRows(bad, style, { level: "error" }));
  expect(text).toContain("agnet");
  expect(text).toContain("ENOSPC");
  expect(text).not.toContain("denied");
});

test("JSON output has the same fields for every result of a run", () => {
  const names = ["exitCode", "reason", "passed", "denied", "session"];
  expect(Object.keys(toRunDocument(result))).toEqual(names);
  expect(toRunDocument(bad)).toMatchObject({ exitCode: 127, lost: { lines: 2 } });
});

const failed = [
  { runtime: "bubblewrap", complaint: "setting up uid map: Permission denied" },
] as const;
const fallen = { ...session, runtime: "docker", reason: "docker is installed", failed };

describeWidths("a start", (style) => startRows({ ...fallen, warnings: ["It is weaker."] }, style));

test("a fallback to another runtime is reported with the error of the first runtime", () => {
  expect(printed((style) => startRows(fallen, style))).toMatchInlineSnapshot(`
    " ! Container created with docker: docker is installed. Runtimes that failed:
       bubblewrap: setting up uid map: Permission denied"
  `);
});

test("a weaker container is always reported with a warning", () => {
  const warned = { ...session, warnings: ["It has no filter."] };
  expect(printed((style) => startRows(warned, style))).toContain("! It has no filter.");
});

const files = {
  hidden: [".env", "conf/key.pem"],
  readOnly: ["."],
  writable: ["src"],
  created: [],
  changes: [
    { path: ".git/hooks/\u001b[2Jpost-checkout\n", change: "created" },
    { path: "node_modules/", change: "changed", files: 1203 },
  ],
  complete: false,
} as const;
const filed: FirewallResult = { ...result, denied: 0, files };

describeWidths("a run with file rules", (style) => resultRows(filed, style, { level: "debug" }));

test("changes that Git does not show are listed, with the access at the level debug", () => {
  const text = printed((style) => resultRows(filed, style, { level: "debug" }));
  expect(text).toMatchInlineSnapshot(`
    " │ Hidden: .env, conf/key.pem
     │ Read-only: .
     │ Writable: src
     ! 2 changes that \`git status\` does not show:
     │ created: .git/hooks/post-checkout
     │ changed: node_modules/ (1203 files)
     ! There are too many files to find all changes: created and deleted files are
     │ not listed."
  `);
  const usual = printed((style) => resultRows(filed, style, { level: "info" }));
  expect(text).toContain(usual.trimStart());
  expect(printed((style) => resultRows(filed, style, { level: "error" }))).toBe("");
});

test("at most 30 changes are printed, and a run without changes prints nothing", () => {
  const many = Array.from({ length: 33 }, (_, at) => ({
    path: `.f${at}`,
    change: "created" as const,
  }));
  const show = (changes: typeof many) => {
    const report = { ...files, changes, complete: true };
    return printed((style) => resultRows({ ...filed, files: report }, style, { level: "info" }));
  };
  expect(show(many)).toContain("3 more; --json lists all of them");
  expect(show([])).toBe("");
});
