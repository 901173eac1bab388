import { describe, expect, test } from "vitest";
import { recheckPat } from "../../../flows/rotate/recheck-pat.ts";
import type { ProofNews } from "../../../src/plane/setup/proof-news.ts";
import type { TokenReport } from "../../../src/plane/proof/proof-workflow.ts";
import { runStep } from "../shared/run-step.ts";
import { at, newKey, oldKey, location, readAll, revokedPat } from "./rotations.ts";

const runLink = "https://forge.example/run/9";

describe("a token", () => {
  const discovery = { ...readAll, refusals: ["acme/api: 404"] };
  const report: TokenReport = { fingerprint: newKey, discovery, expires: null };

  const storedAt = "2026-11-21T08:00:00Z";

  async function recheckToken(found: TokenReport | undefined) {
    const kept: ProofNews[] = [];
    const dates = [storedAt, "of another token"];
    const deps = {
      ...location,
      patDate: () => Promise.resolve(dates[0]),
      keepProofs: (news: ProofNews) => {
        kept.push(news);
        return Promise.resolve();
      },
      now: () => new Date(at),
      checkStoredPat: () => {
        dates.shift();
        return Promise.resolve({ runLink, report: found });
      },
    };
    const run = await runStep((context) => recheckPat(context, deps, revokedPat()));
    return { ...run, kept };
  }

  test("completes its rotation if the stored token still works", async () => {
    const { result, kept } = await recheckToken(report);
    // The date is that of the secret before the run.
    const proof = { storedAt, expiresAt: "2026-12-21T09:00:00.000Z", provedAt: at };
    expect(kept).toMatchObject([{ proved: [], refuted: [], pat: { proof } }]);
    expect(result?.rotation).toMatchObject({
      stage: "rechecked",
      evidence: {
        rechecked: {
          at,
          findings: [
            "the stored token can read 2 enrolled repositories, until 2026-12-21T09:00:00.000Z",
          ],
        },
      },
    });
  });

  const refusals: [string, TokenReport | undefined][] = [
    ["was deleted instead of the old one", undefined],
    ["was replaced by a different token", { ...report, fingerprint: oldKey }],
    ["can read fewer repositories now", { ...report, discovery: { ...discovery, read: 1 } }],
  ];
  test.each(refusals)("that %s does not complete its rotation", async (_, found) => {
    const { error, asked, journal, kept } = await recheckToken(found);
    expect(asked).toEqual(["pat-recheck"]);
    expect(error?.message).toContain("Could not verify the stored token:");
    expect([...journal.steps()]).toEqual([]);
    expect(kept).toEqual([]);
  });
});
