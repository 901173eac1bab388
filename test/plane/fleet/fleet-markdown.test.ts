import fc from "fast-check";
import { expect, test } from "vitest";
import { writeFleetMarkdown } from "../../../src/plane/fleet/fleet-markdown.ts";
import { composeFleetReport } from "../../../src/plane/fleet/fleet-report.ts";
import type { StoredCheck } from "../../../src/plane/fleet/check-file.ts";
import { checkOf, unreadableCheck } from "./fleet-bench.ts";

const now = new Date("2026-03-01T06:30:00Z");

function markdown(checks: readonly StoredCheck[], strays: readonly string[] = []) {
  return writeFleetMarkdown(composeFleetReport({ checks, strays }, [], now), "fleet-report.json");
}

function wrongWith(...evidence: string[]): StoredCheck {
  const check = { id: "precedence", title: "Precedence", state: "fail" as const, evidence };
  return checkOf("acme/control", { verify: { checks: [check] } });
}

test("starts with the number of control planes that need attention, then lists each problem", () => {
  const reminder = {
    credential: "pat" as const,
    state: "due" as const,
    daysLeft: 3,
    expiresAt: "2026-03-04T00:00:00.000Z",
    text: "The PAT expires in 3 days, on 2026-03-04. Rotation owner: mona.",
  };
  const text = markdown([
    checkOf("acme/well", { skipped: ["A half is empty."] }),
    checkOf("acme/soon", { overallStatus: { reminders: [reminder] } }),
    unreadableCheck("acme/gone", "The fleet's App is not installed on acme/gone."),
    wrongWith("CP_FORGE_TOKEN is stored."),
  ]);
  expect(text).toMatchInlineSnapshot(`
    "### Fleet of control planes

    **3 of 4 control planes need attention: 2 complete, 1 incomplete, 1 unreadable.**

    | control repository | state | failed checks | expires | credential |
    | --- | --- | --- | --- | --- |
    | acme/gone | ? unreadable |  |  |  |
    | acme/control | ✖ incomplete | 1 |  | fleet-app |
    | acme/soon | ✔ complete |  | 2026-03-04 | fleet-app |
    | acme/well | ✔ complete |  |  | fleet-app; the App's credential is incomplete |

    #### acme/gone

    unreadable: The fleet&#39;s App is not installed on acme/gone.


    #### acme/control

    incomplete

    - **Precedence**: CP&#95;FORGE&#95;TOKEN is stored.
    - Let a run try: <code>gatehouse verify --repo acme/control</code>

    #### acme/soon

    complete, except for checks that need a run

    - The PAT expires in 3 days, on 2026-03-04. Rotation owner: mona.
    - Let a run try: <code>gatehouse verify --repo acme/soon</code>"
  `);
});

const odd = fc.constantFrom(
  "\u2028",
  "\u202e",
  "😀",
  ..."<>&|`*_[](){}#!~@$^\\\"'\n\t a1".split(""),
);

test("escapes text from external sources", () => {
  fc.assert(
    fc.property(fc.string({ unit: odd }), (words) => {
      const [line = ""] = markdown([wrongWith(words)])
        .split("\n")
        .filter((each) => each.startsWith("- **Precedence**: "));
      expect(line.slice("- **Precedence**: ".length)).not.toMatch(/[<>"'`*_{}[\]()!|~@\\$^]/);
      expect(line.replaceAll(/&#\d+;/g, "")).not.toMatch(/[&#]/);
    }),
  );
  expect(markdown([wrongWith("a | b\n| c <img src=x>")])).toContain(
    "- **Precedence**: a &#124; b &#124; c &#60;img src=x&#62;\n",
  );
});

test("limits the summary of a fleet in which every control plane has problems", () => {
  const evidence = Array.from({ length: 50 }, () => "x".repeat(5000));
  const checks = Array.from({ length: 256 }, (_, at) => ({
    ...wrongWith(...evidence),
    repo: `acme/control-${at}`,
  }));
  const text = markdown(checks);
  expect(text.length).toBeLessThan(500_000);
  expect(text).toContain(
    "226 more repositories need attention: see the full report in fleet-report&#46;json.",
  );
  expect(text).toContain("and 47 more");
});

test("counts repeated failures of a control plane after the first one", () => {
  const check = { id: "x", title: "x".repeat(9999), state: "fail" as const, evidence: ["No."] };
  const checks = Array.from({ length: 3000 }, () => check);
  const text = markdown([checkOf("acme/control", { verify: { checks } })]);
  expect(text).toContain("\n- and 2980 more\n");
});

test("limits the summary of control planes with long reports", () => {
  const check = { id: "x", title: "&".repeat(999), state: "fail" as const };
  const evidence = Array.from({ length: 9 }, () => "&".repeat(999));
  const checks = Array.from({ length: 99 }, () => ({ ...check, evidence }));
  const stored = Array.from({ length: 256 }, (_, at) =>
    checkOf(`acme/control-${at}`, { verify: { checks } }),
  );
  const text = markdown(stored);
  expect(Buffer.byteLength(text)).toBeLessThan(1_000_000);
  expect(text).toMatch(/^\d+ more repositories need attention: see the full report in /m);
});

test("renders an external address neither as a link nor as a workflow command", () => {
  const text = markdown([
    wrongWith("https://evil.example/x www.evil.example mona@evil.example", "::error::x"),
  ]);
  expect(text).not.toMatch(/https?:|www\.|@|::/);
});

test("reports that no control plane was checked", () => {
  expect(markdown([])).toContain("**No results found.**");
});

test("names files that could not be read", () => {
  expect(markdown([], ["check-3/odd.json"])).toContain(
    "Files that are not valid results: check-3/odd&#46;json.",
  );
});
