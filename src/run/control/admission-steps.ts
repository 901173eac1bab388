import { appRecords, gateVariable } from "../../credentials/records.ts";
import { settingsPath } from "../../plane/scope/control-files.ts";
import { installCliSteps, cli } from "./install-cli.ts";
import { credentialLines, hasApp, indent } from "./control-plan.ts";
import type { ControlPlan } from "./control-plan.ts";
import { pinnedActions as actions } from "./pinned-actions.ts";

/** The step name by which the dashboard recognizes that a run was denied. */
const gateStep = "API capacity admission gate";
const artifact = "control-precompute";
const cacheFolder = "${{ runner.temp }}/control-precompute-cache";

/**
 * Returns the steps before activation: settings, gatehouse, the gate, and precompute. The gate and
 * precompute need the read App's permissions Actions: read and Contents: read. Each mints its own
 * token, so no token is passed between steps.
 */
export function admissionSteps(plan: ControlPlan): string[] {
  return [
    "- name: Check out the settings",
    `  uses: ${actions.checkout}`,
    "  with:",
    `    sparse-checkout: ${settingsPath(plan.brand)}`,
    "    sparse-checkout-cone-mode: false",
    "    persist-credentials: false",
    ...installCliSteps(plan.pin),
    ...gateLines(plan),
    ...restoreLines(plan),
    ...precomputeLines(plan),
    ...saveLines(plan),
    "- name: Upload the precompute for the agent",
    `  uses: ${actions.upload}`,
    "  with:",
    `    name: ${artifact}`,
    `    path: \${{ runner.temp }}/${artifact}.json`,
    "    if-no-files-found: error",
    "    retention-days: 1",
  ];
}

function gateLines(plan: ControlPlan): string[] {
  const env = [
    `CONTROL_ROLE: \${{ ${plan.brand.agentic.importInputs}.role }}`,
    `${gateVariable}: \${{ vars.${gateVariable} }}`,
    ...credentialLines(plan, ["read", "write"]),
  ];
  return [
    `- name: ${gateStep}`,
    "  id: admission",
    "  env:",
    ...indent(env, 4),
    "  run: |",
    '    if [ "$CONTROL_ROLE" = worker ]; then set -- --requirement 3; fi',
    `    ${cli} admit "$@"`,
  ];
}

function precomputeLines(plan: ControlPlan): string[] {
  return [
    "- name: Control precompute",
    "  id: precompute",
    "  env:",
    ...indent(credentialLines(plan, ["read"]), 4),
    "  run: |",
    `    ${cli} precompute -o "$RUNNER_TEMP/${artifact}.json" \\`,
    '      --cache "$RUNNER_TEMP/control-precompute-cache"',
  ];
}

/** Returns the step that restores the newest cache of an earlier run with the same credential. */
function restoreLines(plan: ControlPlan): string[] {
  return [
    "- name: Restore the precompute cache",
    `  uses: ${actions.restoreCache}`,
    "  with:",
    `    path: ${cacheFolder}`,
    `    key: ${cacheKey(plan)}${runId(plan)}`,
    `    restore-keys: ${cacheKey(plan)}`,
  ];
}

/** Returns the step that saves the cache. A saved cache is never changed, so each run has a key. */
function saveLines(plan: ControlPlan): string[] {
  return [
    "- name: Save the precompute cache",
    `  uses: ${actions.saveCache}`,
    "  with:",
    `    path: ${cacheFolder}`,
    `    key: ${cacheKey(plan)}${runId(plan)}`,
  ];
}

/**
 * Returns the first part of the cache key, which names the credential without its secret. In
 * addition, precompute stores one file per credential, for runs that fall back to another one.
 */
function cacheKey(plan: ControlPlan): string {
  const { variable } = appRecords.read;
  const credential = hasApp(plan, "read") ? `\${{ vars.${variable} }}` : plan.choice.profile;
  return `${artifact}-${credential}-`;
}

function runId({ brand }: ControlPlan): string {
  return `\${{ ${brand.expressionContext}.run_id }}`;
}

/**
 * Returns the first steps of the agent's job, which download the precompute to the agent's
 * directory.
 */
export function agentSteps({ brand }: ControlPlan): string[] {
  return [
    "- name: Download the precompute",
    `  uses: ${actions.download}`,
    "  with:",
    `    name: ${artifact}`,
    `    path: ${brand.agentic.agentFolder}`,
  ];
}
