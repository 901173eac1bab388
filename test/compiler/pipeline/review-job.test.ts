import { expect, test } from "vitest";
import { compileText } from "./compile-text.ts";
import { validatePipeline } from "./validate-pipeline.ts";

/** Compiles a definition with a reviewed output and the given rules for the approval. */
function compile(approval: string) {
  const outputs = `comment: {require-approval: true}${approval}`;
  const { pipeline, text } = compileText(`name: probe\nsafe-outputs: {${outputs}}`);
  return { text, review: pipeline.jobs.find(({ id }) => id === "ManualReview") };
}

test("by default, the review job waits an hour, and the user who started the run cannot approve", () => {
  expect(compile("").review).toMatchObject({
    timeoutInMinutes: 70,
    steps: [
      {
        task: "ManualValidation@1",
        timeoutInMinutes: 60,
        inputs: {
          notifyUsers: "",
          allowApproversToApproveTheirOwnRuns: false,
          onTimeout: "reject",
        },
      },
    ],
  });
});

test("the rules for the approval are part of a valid pipeline", async () => {
  const people = String.raw`['[acme]\Reviewers', mona@example.com]`;
  const { text, review } = compile(
    `, approval: {approvers: ${people}, timeout-minutes: 1440, allow-own-runs: true}`,
  );
  const listed = String.raw`[acme]\Reviewers,mona@example.com`;
  expect(review).toMatchObject({
    timeoutInMinutes: 1450,
    steps: [
      {
        timeoutInMinutes: 1440,
        inputs: {
          notifyUsers: listed,
          approvers: listed,
          allowApproversToApproveTheirOwnRuns: true,
        },
      },
    ],
  });
  expect(await validatePipeline(text)).toEqual([]);
});
