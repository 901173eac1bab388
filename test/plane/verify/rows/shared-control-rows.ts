import type { Finding } from "../../../../src/run/control/finding.ts";
import { somePin } from "../../control-plane-bench.ts";
import { appFacts, controlled, forbidden } from "./facts.ts";
import type { Row } from "./facts.ts";

const file = ".forge/workflows/shared/control.md";
const missing: Finding = {
  file,
  line: 1,
  column: 1,
  check: "drift",
  message: "the control file is missing; render it",
};
const drift: Finding = { ...missing, line: 7, message: "it differs from the output of render" };
const notImported: Finding = {
  file: ".forge/workflows/review.md",
  line: 3,
  column: 2,
  check: "shared-control",
  message: "it does not import shared/control.md: nothing admits its runs",
};
const of = (change: Parameters<typeof controlled>[0]) =>
  appFacts({ sharedControl: controlled(change) });

export const sharedControlRows: readonly Row[] = [
  [
    "neither a shared control file nor a workflow",
    of({ isThere: false, workflows: 0, findings: [missing] }),
    "shared-control",
    "fail",
    /no run can be admitted/,
  ],
  [
    "a workflow without a shared control file",
    of({ isThere: false, findings: [missing, notImported] }),
    "shared-control",
    "fail",
    /control\.md:1:1 the control file is missing.*review\.md:3:2 it does not import/,
  ],
  [
    "a shared control file that drifted",
    of({ findings: [drift] }),
    "shared-control",
    "fail",
    /control\.md:7:1 it differs from/,
  ],
  [
    "a workflow that does not import it",
    of({ findings: [notImported] }),
    "shared-control",
    "fail",
    /^\.forge\/workflows\/review\.md:3:2 /,
  ],
  [
    "a shared control file, and nothing decided that it could be for",
    of({ profile: undefined, findings: [{ ...drift, message: "no profile is decided" }] }),
    "shared-control",
    "fail",
    /no profile is decided/,
  ],
  [
    "more findings than anybody reads at once",
    of({
      findings: Array.from({ length: 12 }, (_, index) => ({ ...notImported, line: index + 1 })),
    }),
    "shared-control",
    "fail",
    /review\.md:10:2 .* And 2 more\.$/,
  ],
  [
    "a shared control file that no workflow imports yet",
    of({ workflows: 0 }),
    "shared-control",
    "pass",
    /no agent-backed workflow exists yet/,
  ],
  [
    "an import that nobody read",
    of({ unread: [".forge/workflows/review.md imports evil/repo/x.md@main, which was not read"] }),
    "shared-control",
    "unknown",
    /evil\/repo\/x\.md@main, which was not read/,
  ],
  [
    "a shared control file that names its package",
    of({ pin: somePin }),
    "shared-control",
    "pass",
    /Runs install gatehouse from https:\/\/example.com/,
  ],
  ...(
    [
      ["differs", { kind: "differs" }, "fail", /does not match the hash/],
      ["is missing", { kind: "missing", reason: "the server responded with 404" }, "fail", /404/],
      ["is out of reach", { kind: "unreachable", reason: "ENOTFOUND" }, "unknown", /ENOTFOUND/],
      ["matches", { kind: "matches" }, "pass", /Runs install gatehouse from/],
    ] as const
  ).map(([what, runPackage, state, evidence]): Row => [
    `a package for runs that ${what}`,
    appFacts({ sharedControl: controlled({ pin: somePin }), runPackage }),
    "shared-control",
    state,
    evidence,
  ]),
  [
    "workflows that this login may not read",
    appFacts({ sharedControl: forbidden }),
    "shared-control",
    "unknown",
    /403/,
  ],
];
