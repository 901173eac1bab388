/**
 * Returns a workflow whose run reaches the gate and is admitted or not. Its gate prints the text of
 * a real gate.
 */
export function gatedWorkflow(lines: readonly string[], code: 0 | 6): string {
  const print = lines.map((line) => `          echo "   ${line}"`).join("\n");
  return `name: Nightly
on: workflow_dispatch
jobs:
  admission:
    runs-on: embedded
    steps:
      - name: API capacity admission gate
        shell: bash
        run: |
${print}
          exit ${code}
  worker:
    needs: admission
    runs-on: embedded
    steps:
      - name: Work
        run: echo works
`;
}

/** Time of the reset (ISO 8601): later than the test, but not later than a reset can be. */
export const resetsAt = new Date(Math.ceil(Date.now() / 1000) * 1000 + 30 * 60_000).toISOString();

export const deniedLines = [
  "reason: denied",
  "credential: read-app",
  "remaining: 212",
  "limit: 5000",
  "required: 750",
  `reset: ${resetsAt}`,
];

export const passedLines = [
  "reason: capacity",
  "credential: read-app",
  "remaining: 4604",
  "limit: 5000",
  "required: 300",
];
