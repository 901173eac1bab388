import { describe, expect, test } from "vitest";
import { docsUrl } from "../../../src/shared/docs-url.ts";
import { addPages } from "../../../src/plane/verify/status-pages.ts";
import type { StatusDocument } from "../../../src/plane/verify/status-document.ts";

const profile = {
  profile: "app",
  decidedBy: "mona",
  decidedAt: "2026-11-21T10:00:00Z",
  expiresAt: null,
  changed: [],
} as const;

const status: StatusDocument = {
  repo: "acme/control",
  host: "forge.example",
  overallStatus: "incomplete",
  complete: false,
  lacksOnlyProof: false,
  records: [],
  installations: [
    { role: "read", app: "reader", state: "proved", reason: "verified" },
    { role: "write", app: undefined, state: "missing", reason: "no client ID is stored" },
  ],
  profile,
  reminders: [],
  wrong: [],
  next: [],
};

/** Returns the page of one record of this status. */
function pageOf(record: Partial<StatusDocument["records"][number]>, change = {}) {
  const usual = {
    name: "CP_FORGE_WRITE_APP_ID",
    kind: "variable",
    location: "repository",
  } as const;
  const records = [{ ...usual, state: "missing" as const, ...record }];
  return addPages({ ...status, records, ...change }).records[0]?.page;
}

describe("the pages of a status", () => {
  test("explain an installation unless it is verified", () => {
    const { installations } = addPages(status);
    expect(installations.map(({ page }) => page)).toEqual([undefined, `${docsUrl}/verify.md#apps`]);
  });

  test("explain a decision that the scope no longer matches", () => {
    expect(addPages(status).profile?.page).toBeUndefined();
    const changed = addPages({ ...status, profile: { ...profile, changed: ["targets"] } });
    expect(changed.profile?.page).toBe(`${docsUrl}/verify.md#settings-and-decision`);
  });

  test.each([
    [{ state: "missing" }, `${docsUrl}/verify.md#apps`],
    [{ state: "half" }, `${docsUrl}/verify.md#apps`],
    [{ name: "CP_FORGE_READ_APP_PRIVATE_KEY", state: "unknown" }, `${docsUrl}/verify.md#apps`],
    [{ name: "CP_FORGE_TOKEN", state: "unknown" }, `${docsUrl}/verify.md#personal-access-token`],
    [{ name: "CP_FORGE_TOKEN", state: "stray" }, `${docsUrl}/verify.md#credentials-in-use`],
    [{ name: "CP_FORGE_*", state: "unknown" }, `${docsUrl}/verify.md#credentials-in-use`],
    [
      { name: "CP_FORGE_TOKEN", state: "set", reason: "only a run can check whether it works" },
      `${docsUrl}/verify.md#personal-access-token`,
    ],
  ] as const)("explain the record %j", (record, page) => {
    expect(pageOf(record)).toBe(page);
  });

  test.each([
    [{ state: "set" }],
    [{ name: "CP_FORGE_API_GATE", state: "missing" }],
    [{ name: "CP_FORGE_TOKEN", state: "missing" }],
  ] as const)("do not explain the record %j, which is ready or not needed", (record) => {
    expect(pageOf(record)).toBeUndefined();
  });
});
