import { expect, test } from "vitest";
import { listCredentials } from "../../../src/plane/dashboard/dashboard.ts";
import type { StatusDocument } from "../../../src/plane/verify/status-document.ts";

type Status = Parameters<typeof listCredentials>[0];

const end = "2099-01-01T00:00:00.000Z";
const record = (state: StatusDocument["records"][number]["state"]) =>
  ({ name: "CP_FORGE_TOKEN", kind: "secret", location: "environment agents", state }) as const;

function patWith(change: Partial<Status>) {
  const profile = { profile: "pat", decidedBy: "mona", decidedAt: end, expiresAt: end } as const;
  const status: Status = {
    installations: [],
    profile: { ...profile, changed: [] },
    records: [record("set")],
    reminders: [],
    wrong: [],
    ...change,
  };
  return listCredentials(status)[0];
}

const due = {
  credential: "pat",
  state: "due",
  within: 7,
  daysLeft: 6,
  expiresAt: end,
  text: "The PAT expires in 6 days.",
} as const;

test.each([
  ["good, with its expiry, if it is stored", {}, "good"],
  ["wrong if it is not stored", { records: [record("missing")] }, "wrong"],
  ["unknown if the account cannot see its record", { records: [record("unknown")] }, "unknown"],
  ["due before its expiry", { reminders: [due] }, "due"],
  ["wrong after its expiry", { reminders: [{ ...due, state: "expired" as const }] }, "wrong"],
])("a PAT is %s", (_what, change, state) => {
  expect(patWith(change)).toMatchObject({ credential: "pat", state, expiresAt: end });
});

test("a problem with a PAT is explained by the evidence of the failed check", () => {
  const evidence = ["acme/api is not covered."];
  expect(patWith({ wrong: [{ id: "pat-only", title: "All is well", evidence }] })).toMatchObject({
    state: "wrong",
    reason: "acme/api is not covered.",
  });
});
