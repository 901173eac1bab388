/** A workflow whose run comes to the gate, and is let through or not; its gate prints what a gate prints. */
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

export const deniedLines = [
  "credential: read-app",
  "remaining: 212",
  "limit: 5000",
  "required: 750",
  "reset: 2099-01-01T15:04:00Z",
];

export const passedLines = [
  "credential: read-app",
  "remaining: 4604",
  "limit: 5000",
  "required: 300",
];
