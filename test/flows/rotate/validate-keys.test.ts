import { describe, expect, test } from "vitest";
import type { ReadyOperation } from "../../../flows/rotate/rotate-deps.ts";
import { validateKeys, type ValidateKeysDeps } from "../../../flows/rotate/validate-keys.ts";
import type { AppReport } from "../../../src/plane/proof/proof-workflow.ts";
import type { Operation } from "../../../src/plane/rotate/operations.ts";
import { proofStep, reviewStep } from "../../../src/plane/rotate/journal-steps.ts";
import { runStep, type StepOptions } from "../shared/run-step.ts";
import { at, newKey, oldKey, location, storedKey } from "./rotations.ts";
import {
  lineAndLink,
  rotate,
  runLink,
  runsOf,
  shown,
  triage,
  watchWait,
} from "./validation-bench.ts";

/** Returns the report of a run with the new key of an App. */
function reportOf(role: "read" | "write", change: Partial<AppReport> = {}) {
  const report = {
    clientId: `Iv1.${role}`,
    keyFingerprint: newKey,
    repositoriesDigest: `of ${role}`,
  };
  return { ...report, ...change } as AppReport;
}

describe("the keys of both Apps", () => {
  const stored = [storedKey("read"), storedKey("write")];
  const good = { read: reportOf("read"), write: reportOf("write") };

  function validate(reports: object, given: Partial<ValidateKeysDeps> & StepOptions = {}) {
    const deps = {
      ...runsOf(),
      runProof: () => Promise.resolve({ runLink, reports, tokens: {} }),
      ...given,
    };
    return runStep((context) => validateKeys(context, deps, stored), given);
  }

  test("are validated by a run that used them, and by each operation", async () => {
    const { result, marks } = await validate(good);
    expect(result?.seen).toEqual({
      at,
      runLink,
      repositories: { read: "of read", write: "of write" },
    });
    expect(result?.validated.map(({ role, rotation }) => [role, rotation.stage])).toEqual([
      ["read", "validated"],
      ["write", "validated"],
    ]);
    expect(result?.validated[0]?.rotation.evidence.validated?.runs).toEqual([
      { what: "proof run", link: runLink, hasPassed: true },
      { what: "review of triage", link: `${runLink}/triage`, hasPassed: true },
    ]);
    expect(marks).toEqual([{ name: "Validation", state: "done", summary: "2 runs succeeded" }]);
  });

  const refusals: [string, object, string][] = [
    [
      "could not use one of the keys",
      { read: good.read },
      "The run could not use the Write App's stored key.",
    ],
    [
      "used the old key of an App",
      { ...good, write: reportOf("write", { keyFingerprint: oldKey }) },
      `The run used the key ${oldKey}, not the new one.`,
    ],
    [
      "used another App",
      { ...good, read: reportOf("read", { clientId: "Iv1.other" }) },
      "The run used App Iv1.other, not Iv1.read.",
    ],
  ];
  test.each(refusals)("are not validated by a run that %s", async (_, reports, expected) => {
    const { error, hints, asked, journal } = await validate(reports);
    expect(error?.message).toBe(`${expected} Nothing was revoked: the old key still works.`);
    expect(hints).toEqual([
      { text: "Open the run", link: runLink },
      { text: "Then validate again", command: rotate },
      { text: "Or go back: provide the old key as the new one", command: `${rotate} --start-over` },
    ]);
    expect(asked).toEqual(["validation"]);
    expect([...journal.steps()]).toEqual([]);
  });

  test("are not validated if the forge no longer knows the App, and the old key is not reported as working", async () => {
    const gone = { write: "Iv1.write" };
    const runProof = () =>
      Promise.resolve({ runLink, reports: { read: good.read }, tokens: {}, gone });
    const { error, hints } = await validate({}, { runProof });
    expect(error?.message).toContain(
      "App Iv1.write not found (404 with its own key): it was deleted, or the client ID is wrong.",
    );
    expect(error?.message).not.toContain("still works");
    expect(hints[0]).toMatchObject({
      text: "Create a new App with setup",
      command: expect.stringContaining("gatehouse setup"),
    });
  });

  test("are not validated while an operation cannot run with them", async () => {
    const { error, hints, asked } = await validate(good, runsOf("failure"));
    expect(error?.message).toContain("The review run of triage ended with failure.");
    expect(hints).toEqual([
      { text: "Open the run and fix what it reports", link: `${runLink}/triage` },
      { text: "Then validate again", command: rotate },
    ]);
    expect(asked).toEqual(["review-triage"]);
  });

  test("are recorded as validated by their fingerprints", async () => {
    const { journal } = await validate(good);
    const both = [newKey, newKey];
    const steps = [
      proofStep(location, "seen", both).id,
      reviewStep(location, "triage", both).id,
      proofStep(location, "validated", both).id,
    ];
    expect([...journal.steps().keys()]).toEqual(steps);
  });

  test("are validated while the screen shows the progress of the runs and their links", async () => {
    const { updates, onMoment } = watchWait("proof");
    const runProof: ValidateKeysDeps["runProof"] = (report) => {
      lineAndLink(report);
      return Promise.resolve({ runLink, reports: good, tokens: {} });
    };
    const { waits } = await validate(good, { runProof, onMoment });
    expect(updates).toEqual(shown);
    expect(waits[0]?.title).toBe("Testing the stored keys in a run");
    const reviews = watchWait("review-triage");
    const runReview: ValidateKeysDeps["runReview"] = (_, report) => {
      lineAndLink(report);
      return Promise.resolve({ id: 1, link: runLink, conclusion: "success" });
    };
    await validate(good, { runReview, onMoment: reviews.onMoment });
    expect(reviews.updates).toEqual(shown);
  });

  describe("if operations", () => {
    const off = { state: "off", name: "docs", reason: "DOCS_ENABLED is false" } as const;
    const blocked = {
      state: "blocked",
      name: "docs",
      reason: "it takes no mode",
      next: "Give it the input mode",
    } as const;
    const validateWith = (...found: readonly Operation[]) =>
      validate(good, { listOperations: () => Promise.resolve(found) });

    test("are all switched on, reports no missing review", async () => {
      const { text, marks } = await validateWith(triage);
      expect(text).not.toContain("reviewed");
      expect(marks[0]?.summary).toBe("2 runs succeeded");
    });

    test("are partly switched off, reviews the other operations", async () => {
      const { text, marks } = await validateWith(triage, off);
      expect(text).toContain("Not reviewed: switched off");
      expect(text).toContain("docs: DOCS_ENABLED is false");
      expect(text).not.toContain("triage:");
      expect(marks[0]?.summary).toBe("2 runs succeeded");
    });

    test("are all switched off or absent, relies on the proof run alone", async () => {
      for (const found of [[off], []]) {
        const { text, marks } = await validateWith(...found);
        expect(text).toContain(
          "Reason: no review package of the scope is installed and enabled. Only the proof run tests the replacement.",
        );
        expect(marks[0]?.summary).toBe("1 run succeeded");
      }
    });

    test("do not have a review mode, runs nothing and explains the next step", async () => {
      const { error, hints, asked } = await validateWith(triage, blocked);
      expect(error?.message).toContain(
        "Some operations cannot be reviewed. docs: it takes no mode. Nothing was revoked.",
      );
      expect(hints).toEqual([{ text: "Give it the input mode" }]);
      expect(asked).toEqual(["operations"]);
    });
  });

  test("are validated once: a rerun runs nothing, even if an operation was installed since then", async () => {
    const { journal, result } = await validate(good);
    const runProof = () => Promise.reject(new Error("run again"));
    const another: ReadyOperation = { ...triage, name: "docs" };
    const listOperations = () => Promise.resolve([triage, another]);
    const again = await validate(good, { journal, runProof, listOperations });
    expect(again.result?.validated).toEqual(result?.validated);
  });
});
