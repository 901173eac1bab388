import { expect, test } from "vitest";
import { doctorRows } from "../../../src/commands/outcomes/print-doctor.ts";
import type { DoctorReport } from "../../../src/commands/outcomes/print-doctor.ts";
import { describeWidths, printed } from "../../terminal/check-print.ts";

const install = {
  text: "On Debian or Ubuntu, install bubblewrap",
  command: "sudo apt-get install",
};
const report: DoctorReport = {
  subject: "this machine",
  findings: [
    {
      subject: "bubblewrap",
      state: "fail",
      detail: "Permission\u001b[2J denied",
      hints: [install],
    },
    { subject: "docker", state: "unknown", detail: "no daemon", hints: [install] },
    { subject: "curl", state: "pass", detail: "trusts the session CA" },
    { subject: "java", state: "absent", detail: "not in the container" },
  ],
};

describeWidths("a doctor", (style) => doctorRows(report, style));

test("each finding has its mark, and a fix for several findings is printed once", () => {
  expect(printed((style) => doctorRows(report, style))).toMatchInlineSnapshot(`
    " this machine   1 problem

       WHAT        RESULT
     ✖ bubblewrap  Permission denied
     ? docker      no daemon
     ✔ curl        trusts the session CA
     – java        not in the container

       Next  On Debian or Ubuntu, install bubblewrap:
       sudo apt-get install"
  `);
});

test("the output of a tool cannot control the terminal", () => {
  expect(printed((style) => doctorRows(report, style))).not.toContain("\u001b");
});

test("if no check has failed, no problems are reported", () => {
  const findings = report.findings.filter(({ state }) => state !== "fail");
  expect(printed((style) => doctorRows({ ...report, findings }, style))).toContain(
    "no problems found",
  );
});
