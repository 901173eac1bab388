import { expect, test } from "vitest";
import { exposureRows } from "../../../src/commands/outcomes/exposure-rows.ts";
import { dashboardRows } from "../../../src/commands/outcomes/print-dashboard.ts";
import { judgementRows } from "../../../src/commands/outcomes/print-judgement.ts";
import { judge } from "../../../src/control/outputs/judge-outputs.ts";
import { RefusedByForge } from "../../../src/forge/forge-errors.ts";
import { fileLook } from "../../../src/layout/paint.ts";
import type { Row } from "../../../src/layout/rows.ts";
import { errorRows } from "../../../src/cli/print-error.ts";
import { InvalidInput } from "../../../src/shared/errors.ts";
import { sayCommands } from "../../../src/shared/say-commands.ts";
import { command, recordOf } from "../../control/exposure/record-of.ts";
import { linesOf } from "../../layout/look-at.ts";

/** Whoever started it by npx reads commands so. */
const own = "npx gatehouse-cli";
const look = { ...fileLook, sayCommands: (text: string) => sayCommands(text, own) };

function read(rows: readonly Row[]): string {
  return linesOf(rows).join("\n");
}

test("a forge's words stand as it wrote them, and what to type next as it is typed", () => {
  const hints = [{ say: "Look again", command: "gatehouse status" }];
  const refusal = { status: 403, request: "GET /x", message: "gatehouse status says no", hints };
  const said = read(errorRows(new RefusedByForge(refusal), look));
  expect(said).toContain("403 gatehouse status says no");
  expect(said).toContain(`${own} status`);
  const ours = new InvalidInput("gatehouse setup asks for it.");
  expect(read(errorRows(ours, look))).toContain(`${own} setup asks for it.`);
});

test("an agent's proposals and the verdict on them stand as they were written", () => {
  const title = "Run gatehouse setup first";
  const proposal = { type: "issue", title, body: "gatehouse status says so" };
  const judgement = judge(
    { is: "read", text: JSON.stringify(proposal), sha256: "5".repeat(64) },
    { isTold: true, isSafe: true, reasons: ["it names gatehouse remove"] },
    { reviewed: new Set(["issue"]), limits: undefined, listWorkers: () => new Set() },
  );
  const said = read(judgementRows(judgement, { look, reviewed: new Set(["issue"]) }));
  for (const words of [title, proposal.body, "it names gatehouse remove"])
    expect(said).toContain(words);
});

test("the name and the title of a run stand as they were written", () => {
  const gate = {
    state: "open",
    record: "none",
    written: null,
    opensAt: null,
    latestFailure: null,
    admissions: 0,
    unseen: 0,
  } as const;
  const run = {
    id: 1,
    number: 7,
    workflow: "gatehouse status",
    title: "gatehouse verify on main",
    state: "passed",
    startedAt: null,
    minutes: null,
    link: "https://forge.example/acme/control/actions/runs/1",
  } as const;
  const now = new Date("2026-11-21T09:00:00.000Z");
  const dashboard = { gate, runs: [run], capacity: [], credentials: [] };
  const said = read(dashboardRows(dashboard, { repo: "acme/control", words: "now", now }, look));
  expect(said).toContain("gatehouse status: gatehouse verify on main");
});

test("what a search found stands as it was written", () => {
  const record = recordOf(
    { "switches-on": undefined },
    {
      since: "2026-11-14T00:00:00.000Z",
      until: "2026-11-21T00:00:00.000Z",
      by: "value",
      searched: { logs: 1, outputs: 0 },
      findings: [{ what: "the credential", where: "job gatehouse status", link: "https://x.test" }],
      notSearched: [{ where: "job gatehouse verify", because: "403" }],
    },
  );
  const said = record === undefined ? "" : read(exposureRows(record, command, look));
  expect(said).toContain("job gatehouse status");
  expect(said).toContain("job gatehouse verify: 403");
  expect(said).toContain(`${own} exposed`);
});
