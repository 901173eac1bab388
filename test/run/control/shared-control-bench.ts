import { renderControlFile } from "../../../src/run/control/control-file.ts";
import type { ProfileChoice } from "../../../src/credentials/profile/choice.ts";
import { brands } from "../../../src/forge/brand.ts";
import { somePin } from "../../plane/control-plane-bench.ts";

export const choices = {
  app: { profile: "app", readApp: true, writeApp: true, pat: false },
  pat: { profile: "pat", readApp: false, writeApp: false, pat: true },
  "workflow-token": { profile: "workflow-token", readApp: false, writeApp: false, pat: false },
} as const satisfies Record<string, ProfileChoice>;

export type Chosen = keyof typeof choices;

export function render(
  profile: Chosen,
  brand: keyof typeof brands = "forge",
  pin = somePin,
): string {
  const plan = { choice: choices[profile], environment: "control-plane", pin };
  return renderControlFile({ ...plan, brand: brands[brand], outputs: "control repository" });
}

/** Returns the worker. A stand-in for the agent prints what it read, and requests one issue. */
export function worker(profile: Chosen, brand: keyof typeof brands = "forge"): string {
  return `---
name: Worker
on:
  workflow_dispatch:
    inputs:
      target_repository: { type: string, default: acme/api }
permissions:
  contents: read
  issues: write
  ${brands[brand].inferencePermission}: write
${profile === "pat" ? "environment: control-plane\n" : ""}imports:
  - uses: shared/control.md
    with: { role: worker }
engine:
  id: custom
  steps:
    - name: Agent
      env:
        PRECOMPUTE: \${{ runner.temp }}/agent/control-precompute.json
        TARGET: \${{ inputs.target_repository }}
      run: |
        printf '{"type":"control_issue","title":"Review of %s","body":%s}\\n' "$TARGET" "$(jq -Rs . "$PRECOMPUTE")" > "$FORGE_SAFE_OUTPUTS"
---

Review the target.
`;
}
