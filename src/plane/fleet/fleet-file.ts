import type { Brand } from "../../forge/brand.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { installCliSteps, cli } from "../../run/control/install-cli.ts";
import { isCommitted, type CliPin } from "../../run/control/cli-pin.ts";
import { indent } from "../../run/control/control-plan.ts";
import { pinnedActions } from "../../run/control/pinned-actions.ts";
import { fleetRecords } from "./fleet-credential.ts";

export interface FleetPlan {
  readonly brand: Brand;
  readonly repositories: readonly RepositoryName[];
  /** Cron expression in UTC. */
  readonly schedule: string;
  /** The environment that stores the credential, if any. The check jobs run in it. */
  readonly environment: string | undefined;
  readonly pin: CliPin;
}

/** Returns the default path of the workflow. */
export function fleetFilePath({ folder }: Brand): string {
  return `${folder}/workflows/gatehouse-fleet.yml`;
}

/** The first line of each rendered file, which identifies it. */
export const fleetFileMark =
  "# Written by `gatehouse fleet render`; `gatehouse fleet render --check` compares it. Do not edit it by hand.";

/** Returns the options stored in a rendered file, so that the user does not have to repeat them. */
export function readKeptOptions(text: string): { schedule?: string; environment?: string } {
  const [, schedule] = /^ {4}- cron: "([^"\n]*)"$/m.exec(text) ?? [];
  const [, environment] = /^ {4}environment: "?([\w.-]+)"?$/m.exec(text) ?? [];
  return {
    ...(schedule !== undefined && { schedule }),
    ...(environment !== undefined && { environment }),
  };
}

/** Artifact names. The prefix of the results must not match the name of the report. */
const [checks, report] = ["check-", "fleet-report"];
/** A cancelled workflow run does not create a report. */
const unlessCancelled = "${{ !cancelled() }}";

/**
 * Renders a scheduled workflow: one check job for each control repository, and a final job that
 * reports all results. The jobs use the workflow token only to check out a committed package.
 * Scripts receive repository names only through environment variables.
 */
export function renderFleetFile(plan: FleetPlan): string {
  const parts = [
    [fleetFileMark, "name: Fleet of control planes"],
    ["on:", "  schedule:", `    - cron: ${quoted(plan.schedule)}`, "  workflow_dispatch:"],
    ["permissions: {}"],
    [
      "concurrency:",
      `  group: gatehouse-fleet-\${{ ${plan.brand.expressionContext}.workflow_ref }}`,
      "  cancel-in-progress: false",
    ],
    [
      "jobs:",
      "  check:",
      ...indent(checkJob(plan), 4),
      "",
      "  report:",
      ...indent(reportJob(plan), 4),
    ],
  ];
  return `${parts.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

/** Quotes text for YAML, because unquoted `null`, `on` and `1e3` are not strings. */
function quoted(text: string): string {
  return JSON.stringify(text);
}

function checkJob({ repositories, environment, pin, brand }: FleetPlan): string[] {
  const names = repositories.map(({ full }) => `- ${quoted(full)}`);
  return [
    "name: ${{ matrix.repository }}",
    "runs-on: ubuntu-latest",
    "timeout-minutes: 15",
    ...permissionLines(pin),
    ...(environment === undefined ? [] : [`environment: ${quoted(environment)}`]),
    "strategy:",
    "  fail-fast: false",
    // Limits concurrency because GitHub throttles many simultaneous requests.
    "  max-parallel: 4",
    "  matrix:",
    "    repository:",
    ...indent(names, 6),
    "steps:",
    ...indent([...installCliSteps(pin), ...checkSteps(brand)], 2),
  ];
}

/** Returns the permissions of a job: read access if the job checks out a committed package. */
function permissionLines({ source }: CliPin): string[] {
  return isCommitted(source) ? ["permissions:", "  contents: read"] : [];
}

function checkSteps(brand: Brand): string[] {
  const { variable, secret, token } = fleetRecords;
  return [
    "- name: Check the control plane",
    "  env:",
    "    CONTROL_REPOSITORY: ${{ matrix.repository }}",
    `    ${variable}: \${{ vars.${variable} }}`,
    `    ${secret}: \${{ secrets.${secret} }}`,
    `    ${token}: \${{ secrets.${token} }}`,
    "  run: |",
    `    ${cli} fleet check --repo "$CONTROL_REPOSITORY" --brand ${brand.name} \\`,
    '      -o "$RUNNER_TEMP/check/fleet-check.json"',
    "- name: Scan the result for credentials",
    `  if: ${unlessCancelled}`,
    "  run: |",
    `    ${cli} scan "$RUNNER_TEMP/check" || { rm -rf "$RUNNER_TEMP/check"; exit 1; }`,
    "- name: Upload the result",
    `  if: ${unlessCancelled}`,
    `  uses: ${pinnedActions.upload}`,
    "  with:",
    `    name: ${checks}\${{ strategy.job-index }}`,
    "    path: ${{ runner.temp }}/check",
    "    overwrite: true",
    "    retention-days: 7",
  ];
}

function reportJob({ repositories, pin }: FleetPlan): string[] {
  const steps = [
    ...installCliSteps(pin),
    "- name: Download the results",
    `  uses: ${pinnedActions.download}`,
    "  with:",
    `    pattern: ${checks}*`,
    "    path: ${{ runner.temp }}/checks",
    "- name: Report",
    `  if: ${unlessCancelled}`,
    "  env:",
    "    FLEET_REPOSITORIES: |",
    ...indent(
      repositories.map(({ full }) => full),
      6,
    ),
    "  run: |",
    '    mkdir -p "$RUNNER_TEMP/checks"',
    `    printf '%s' "$FLEET_REPOSITORIES" > "$RUNNER_TEMP/fleet.txt"`,
    `    ${cli} fleet report "$RUNNER_TEMP/checks" \\`,
    `      --repos "$RUNNER_TEMP/fleet.txt" -o "$RUNNER_TEMP/${report}.json"`,
    "- name: Upload the report",
    `  if: ${unlessCancelled}`,
    `  uses: ${pinnedActions.upload}`,
    "  with:",
    `    name: ${report}`,
    `    path: \${{ runner.temp }}/${report}.json`,
    "    overwrite: true",
    "    retention-days: 30",
  ];
  return [
    "name: Report",
    "needs: check",
    `if: ${unlessCancelled}`,
    "runs-on: ubuntu-latest",
    "timeout-minutes: 10",
    ...permissionLines(pin),
    "steps:",
    ...indent(steps, 2),
  ];
}
