import { appFacts, bothStored, installed, noRun, readRun, reportOf, runOf } from "./facts.ts";
import type { Row } from "./facts.ts";

const isPublic = { visibilities: new Map([["read", "public"]] as const) };
const notReported = { visibilities: new Map([["read", "unverified"]] as const) };
const id = "read-app-openness";

export const openAppRows: readonly Row[] = [
  ["a private App without a webhook", appFacts(), id, "pass", /is private and has no webhook/],
  ["a public App", appFacts(isPublic), id, "fail", /public: anyone can install it/],
  [
    "a public App, without a run",
    appFacts({ ...isPublic, ...noRun, installations: installed({}) }),
    id,
    "fail",
    /public/,
  ],
  ["an App with a webhook", appFacts(readRun({ isHooked: true })), id, "fail", /webhook URL/],
  [
    "an App of which strangers are told nothing",
    appFacts(notReported),
    id,
    "pass",
    /has no webhook\. Its visibility cannot be checked without a login/,
  ],
  [
    "an App with a webhook, of which strangers are told nothing",
    appFacts({ ...notReported, ...readRun({ isHooked: true }) }),
    id,
    "fail",
    /webhook URL/,
  ],
  [
    "an App that strangers have asked for too often",
    appFacts({ visibilities: new Map([["read", "not seen"]] as const) }),
    id,
    "unknown",
    /visibility could not be checked without a login/,
  ],
  ["a webhook that no run looked for", appFacts(noRun), id, "unknown", /No run/],
  [
    "a webhook that the forge does not tell of",
    appFacts({ run: runOf(["read-app"], { reports: { read: withoutHook() } }) }),
    id,
    "unknown",
    /webhook setting is not visible/,
  ],
  [
    "the write App, of which the read App's openness tells nothing",
    appFacts({
      ...isPublic,
      ...bothStored,
      run: runOf(["read-app", "write-app"], {
        reports: { read: reportOf("read"), write: reportOf("write") },
      }),
    }),
    "write-app-openness",
    "unknown",
    /visibility could not be checked without a login/,
  ],
];

function withoutHook() {
  const { isHooked: _, ...report } = reportOf("read");
  return report;
}
