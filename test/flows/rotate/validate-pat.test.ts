import { describe, expect, test } from "vitest";
import { validatePat, type ValidatePatDeps } from "../../../flows/rotate/validate-pat.ts";
import type { TokenReport } from "../../../src/plane/proof/proof-workflow.ts";
import { runStep, type StepOptions } from "../shared/run-step.ts";
import { newKey, oldKey, readAll, storedPat } from "./rotations.ts";
import { lineAndLink, runLink, runsOf, shown, watchWait } from "./validation-bench.ts";

describe("a token", () => {
  const good: TokenReport = { fingerprint: newKey, discovery: readAll, expires: null };

  function validate(
    report: TokenReport | undefined,
    given: Partial<ValidatePatDeps> & StepOptions = {},
  ) {
    const environments: string[] = [];
    const deps = {
      ...runsOf(),
      checkStoredPat: (environment: string) => {
        environments.push(environment);
        return Promise.resolve({ runLink, report });
      },
      ...given,
    };
    const run = runStep((context) => validatePat(context, deps, storedPat()), given);
    return run.then((ended) => ({ ...ended, environments }));
  }

  test("is validated by a run in its environment that used it, and by each operation", async () => {
    const { result, environments, marks } = await validate(good);
    expect(environments).toEqual(["control-plane"]);
    expect(result?.rotation.stage).toBe("validated");
    expect(result?.rotation.evidence.validated?.runs.map(({ what }) => what)).toEqual([
      "proof run",
      "review of triage",
    ]);
    expect(marks).toEqual([{ name: "PAT validation", state: "done", summary: "2 runs succeeded" }]);
  });

  const refusals: [string, TokenReport | undefined, string][] = [
    ["could not use it", undefined, "the run could not use it"],
    [
      "used a different token",
      { ...good, fingerprint: oldKey },
      "the run used a different token than the new one",
    ],
    [
      "read too few repositories",
      { ...good, discovery: { ...readAll, read: 1, refusals: ["acme/api: 404"] } },
      "it read 1 of 2 repositories (acme/api: 404)",
    ],
  ];
  test.each(refusals)("is not validated by a run that %s", async (_, report, reason) => {
    const { error, hints, asked, journal } = await validate(report);
    expect(error?.message).toBe(`Could not verify the stored token: ${reason}.`);
    expect(hints[0]).toEqual({ text: "See the run", link: runLink });
    expect(asked).toEqual(["pat-validation"]);
    expect([...journal.steps()]).toEqual([]);
  });

  test("is not validated while an operation cannot run with it", async () => {
    const { error } = await validate(good, runsOf("cancelled"));
    expect(error?.message).toContain("The review run of triage ended with cancelled.");
  });

  test("is recorded as validated by its fingerprint, and the screen shows the progress", async () => {
    const { updates, onMoment } = watchWait("pat-proof");
    const checkStoredPat: ValidatePatDeps["checkStoredPat"] = (_, report) => {
      lineAndLink(report);
      return Promise.resolve({ runLink, report: good });
    };
    const { journal, waits } = await validate(good, { checkStoredPat, onMoment });
    expect(waits.map(({ id }) => id)).toContain("pat-proof");
    expect(updates).toEqual(shown);
    const steps = [...journal.steps().keys()];
    expect(steps.length).toBeGreaterThan(1);
    expect(steps.filter((id) => !id.includes(newKey))).toEqual([]);
  });

  test("is validated by one run if no operation is installed", async () => {
    const { marks } = await validate(good, { listOperations: () => Promise.resolve([]) });
    expect(marks[0]?.summary).toBe("1 run succeeded");
  });

  test("is validated once: a rerun runs nothing", async () => {
    const { journal } = await validate(good);
    const checkStoredPat = () => Promise.reject(new Error("run again"));
    const listOperations = () => Promise.reject(new Error("looked again"));
    const { result } = await validate(good, { journal, checkStoredPat, listOperations });
    expect(result?.rotation.stage).toBe("validated");
  });
});
