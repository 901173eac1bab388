import { expect, test } from "vitest";
import { doctorRows } from "../../../src/commands/outcomes/print-doctor.ts";
import type { DoctorReport } from "../../../src/commands/outcomes/print-doctor.ts";
import { describeWidths, printed } from "../../terminal/check-print.ts";

const install = { say: "Install bubblewrap, on Debian or Ubuntu", command: "sudo apt-get install" };
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
    { subject: "java", state: "absent", detail: "not inside" },
  ],
};

describeWidths("a doctor", (look) => doctorRows(report, look));

test("each finding has its mark, and what mends several is said once", () => {
  expect(printed((look) => doctorRows(report, look))).toMatchInlineSnapshot(`
    " this machine   1 thing wrong

       WHAT        WHAT WAS SEEN
     ✖ bubblewrap  Permission denied
     ? docker      no daemon
     ✔ curl        trusts the session CA
     – java        not inside

       Next  Install bubblewrap, on Debian or Ubuntu:
       sudo apt-get install"
  `);
});

test("what a tool said cannot steer the terminal", () => {
  expect(printed((look) => doctorRows(report, look))).not.toContain("\u001b");
});

test("where nothing has failed nothing is wrong", () => {
  const findings = report.findings.filter(({ state }) => state !== "fail");
  expect(printed((look) => doctorRows({ ...report, findings }, look))).toContain(
    "nothing is wrong",
  );
});
