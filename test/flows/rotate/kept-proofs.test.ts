import { describe, expect, test } from "vitest";
import { type AppRole } from "../../../src/credentials/apps/app-role.ts";
import { at } from "./rotations.ts";
import {
  covered,
  good,
  isUnknown,
  recheck,
  recordsOf,
  reportOf,
  roles,
  runLink,
} from "./recheck-bench.ts";

describe("the proofs of the run are stored for the status", () => {
  const proofOf = (role: AppRole) => {
    const { installationId, updatedAt } = reportOf(role);
    const proof = { installationId, updatedAt, provedAt: at };
    return {
      role,
      clientId: `Iv1.${role}`,
      repositories: covered,
      keyDate: `date of ${role}`,
      proof,
    };
  };

  test("for both Apps, with the date that each key had before the run", async () => {
    let isOver = false;
    const { kept } = await recheck(good, {
      runProof: () => {
        isOver = true;
        return Promise.resolve({ runLink, reports: good, tokens: {} });
      },
      readRecords: () => {
        const secretDates = isOver ? new Map<string, string>() : recordsOf().secretDates;
        return Promise.resolve({ ...recordsOf(), secretDates });
      },
    });
    expect(kept).toEqual([{ proved: roles.map(proofOf), refuted: [] }]);
  });

  test("but not for an App that has problems or is unknown", async () => {
    const widened = { ...good, write: reportOf("write", { selection: "all" }) };
    expect((await recheck(widened)).kept).toEqual([{ proved: [proofOf("read")], refuted: [] }]);
    expect((await recheck(good, isUnknown)).kept).toEqual([{ proved: [], refuted: [] }]);
  });
});
