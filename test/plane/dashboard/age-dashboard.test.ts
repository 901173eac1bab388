import { expect, test } from "vitest";
import { ageDashboard } from "../../../src/plane/dashboard/age-dashboard.ts";
import { listCapacities } from "../../../src/plane/dashboard/capacity-items.ts";
import type { Dashboard } from "../../../src/plane/dashboard/dashboard.ts";
import { evaluateGate } from "../../../src/plane/dashboard/gate-item.ts";
import { someAdmission, someFields } from "./some-runs.ts";

const now = new Date("2026-11-20T14:41:00Z");
const reset = "2026-11-20T15:04:00.000Z";
const record = { limit: 5000, remaining: 212, reset: Date.parse(reset) / 1000 };
const denied = someAdmission({ isDenied: true });

const seen: Dashboard = {
  gate: evaluateGate({
    record: { state: "active", record },
    admissions: [denied],
    unchecked: 0,
    denial: someFields,
    now,
  }),
  runs: [],
  capacity: listCapacities({
    credentials: ["read-app"],
    admissions: [[denied, someFields]],
    own: undefined,
    now,
  }),
  credentials: [],
};

test("a gate counts as open after its reset, but not before", () => {
  expect(ageDashboard(seen, new Date("2026-11-20T15:03:59Z"))).toEqual(seen);
  const opened = ageDashboard(seen, new Date(reset)).gate;
  expect(opened).toMatchObject({ state: "open", record: "expired", opensAt: null });
  expect(opened.latestFailure).toEqual(seen.gate.latestFailure);
});

test("the requests of a credential are available again after the reset, without a new check", () => {
  expect(seen.capacity[0]).toMatchObject({ state: "known", remaining: 212 });
  expect(ageDashboard(seen, new Date(reset)).capacity[0]).toMatchObject({ state: "renewed" });
});
