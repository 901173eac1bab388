import { expect, test } from "vitest";
import { listCapacities } from "../../../src/plane/dashboard/capacity-items.ts";
import { someAdmission, someFields, someRun } from "./some-runs.ts";

const now = new Date("2026-11-20T14:41:00Z");
const credentials = ["read-app", "workflow-token"] as const;

test("the capacity is that of the newest run with the credential, or unknown if no run reported it", () => {
  const older = someAdmission({ run: someRun({ id: 1 }) });
  const newer = someAdmission({ run: someRun({ id: 2 }) });
  const admissions = [
    [newer, someFields],
    [older, { ...someFields, remaining: 4000 }],
  ] as const;
  expect(listCapacities({ credentials, admissions, own: undefined, now })).toEqual([
    {
      credential: "read-app",
      state: "known",
      remaining: 212,
      limit: 5000,
      required: 750,
      reset: "2026-11-20T15:04:00.000Z",
      run: 2,
    },
    {
      credential: "workflow-token",
      state: "unknown",
      remaining: null,
      limit: null,
      required: null,
      reset: null,
      run: null,
    },
  ]);
});

test("the capacity is renewed after its reset", () => {
  const admissions = [[someAdmission(), someFields]] as const;
  const late = new Date("2026-11-20T15:04:00Z");
  const [item] = listCapacities({ credentials, admissions, own: undefined, now: late });
  expect(item?.state).toBe("renewed");
});

test("the capacity of the current account is read from its own responses", () => {
  const own = { remaining: 4990, limit: 5000, reset: Date.parse("2026-11-20T15:00:00Z") / 1000 };
  expect(listCapacities({ credentials: [], admissions: [], own, now })).toMatchObject([
    { credential: "login", remaining: 4990, limit: 5000, reset: "2026-11-20T15:00:00.000Z" },
  ]);
});
