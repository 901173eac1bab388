import { expect, test } from "vitest";
import { makeFolder } from "../../temporary-folder.ts";
import { evaluate } from "./condition.ts";
import { runPipeline } from "./run-pipeline.ts";

const pipeline = `
jobs:
- job: A
  steps:
  - bash: |
      echo "##vso[task.setvariable variable=KEY;issecret=true]hunter2hunter2"
      echo "##vso[task.setvariable variable=SEEN]yes"
  - bash: echo "$(key) $(SEEN)" '$(Nobody)' "$SEEN \${KEY-none}"
    name: out
  - bash: echo "##vso[task.setvariable variable=X;isOutput=true]1"; exit 3
    name: bad
    continueOnError: true
  - bash: exit 4
  - bash: echo never
  - bash: echo always
    condition: always()
- job: B
  dependsOn: [A]
  steps: [{bash: echo b}]
- job: C
  dependsOn: [A]
  condition: and(always(), eq(dependencies.A.outputs['bad.X'], '1'))
  variables: {R: '$[dependencies.A.result]'}
  steps: [{bash: 'echo "$R $(R)"'}]
`;

test("the test runner behaves like Azure Pipelines", async () => {
  const jobs = await runPipeline(pipeline, { folder: makeFolder("runner"), path: [] });
  const seen = jobs.map(({ id, result, steps }) => [
    id,
    result,
    steps.map((step) => `${step.result}: ${step.log.split("\n").at(-1)}`),
  ]);
  expect(seen).toEqual([
    [
      "A",
      "Failed",
      [
        "Succeeded: ##vso[task.setvariable variable=SEEN]yes",
        "Succeeded: *** yes $(Nobody) yes none",
        "SucceededWithIssues: ##vso[task.setvariable variable=X;isOutput=true]1",
        "Failed: ",
        "Skipped: ",
        "Succeeded: always",
      ],
    ],
    ["B", "Skipped", []],
    ["C", "Succeeded", ["Succeeded: Failed Failed"]],
  ]);
});

test.each([
  ["and(succeeded(), eq(dependencies.D.outputs['a.b'], 'true'))", true],
  ["and(always(), not(canceled()))", true],
  ["eq('a''b', 'A''B')", true],
  ["or(failed(), false)", false],
])("%s evaluates to %s", (condition, expected) => {
  const scope = { succeeded: true, failed: false, canceled: false, resolve: () => "True" };
  expect(evaluate(condition, scope)).toBe(expected);
});
