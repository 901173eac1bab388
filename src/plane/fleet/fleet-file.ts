import type { Brand } from "../../forge/brand.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { installCliStep, cli } from "../../run/control/install-cli.ts";
import type { CliPin } from "../../run/control/cli-pin.ts";
import { indent } from "../../run/control/control-plan.ts";
import { pinnedActions } from "../../run/control/pinned-actions.ts";
import { fleetRecords } from "./fleet-credential.ts";

/** What a fleet's workflow is rendered from. */
export interface FleetPlan {
  readonly brand: Brand;
  readonly repositories: readonly RepositoryName[];
  /** As cron writes it, in UTC. */
  readonly schedule: string;
  /** The environment that the looks run in, where the credential lies in one. */
  readonly environment: string | undefined;
  readonly pin: CliPin;
}

/** Where the workflow is, unless it is told another place. */
export function fleetFilePath({ folder }: Brand): string {
  return `${folder}/workflows/gatehouse-fleet.yml`;
}

/** The first line of each file that is rendered, by which it is known. */
export const fleetFileMark =
  "# Written by `gatehouse fleet render`; `gatehouse fleet render --check` compares it. Do not edit it by hand.";

/** What the command line need not say again, as a file that was rendered before has it. */
export function readKeptOptions(text: string): { schedule?: string; environment?: string } {
  const [, schedule] = /^ {4}- cron: "([^"\n]*)"$/m.exec(text) ?? [];
  const [, environment] = /^ {4}environment: "?([\w.-]+)"?$/m.exec(text) ?? [];
  return {
    ...(schedule !== undefined && { schedule }),
    ...(environment !== undefined && { environment }),
  };
}

/** The names of artifacts: those of the looks have to be told from the report's. */
const [looks, report] = ["look-", "fleet-report"];
/** A run that is stopped by a person reports nothing. */
const unlessCancelled = "${{ !cancelled() }}";

/**
 * One scheduled workflow: a job for each control repository that looks at it, and a last one that says what it all comes
 * to. It has no use for the workflow token. Names of repositories reach a script by the environment alone.
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
      "  look:",
      ...indent(checkJob(plan), 4),
      "",
      "  report:",
      ...indent(reportJob(plan), 4),
    ],
  ];
  return `${parts.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

/** Text to YAML whatever it is: `null`, `on` and `1e3` are none where they stand bare. */
function quoted(text: string): string {
  return JSON.stringify(text);
}

function checkJob({ repositories, environment, pin, brand }: FleetPlan): string[] {
  const names = repositories.map(({ full }) => `- ${quoted(full)}`);
  return [
    "name: ${{ matrix.repository }}",
    "runs-on: ubuntu-latest",
    "timeout-minutes: 15",
    ...(environment === undefined ? [] : [`environment: ${quoted(environment)}`]),
    "strategy:",
    "  fail-fast: false",
    // The forge slows down whoever asks too much at once.
    "  max-parallel: 4",
    "  matrix:",
    "    repository:",
    ...indent(names, 6),
    "steps:",
    ...indent([...installCliStep(pin), ...checkSteps(brand)], 2),
  ];
}

function checkSteps(brand: Brand): string[] {
  const { variable, secret, token } = fleetRecords;
  return [
    "- name: Look at the control plane",
    "  env:",
    "    CONTROL_REPOSITORY: ${{ matrix.repository }}",
    `    ${variable}: \${{ vars.${variable} }}`,
    `    ${secret}: \${{ secrets.${secret} }}`,
    `    ${token}: \${{ secrets.${token} }}`,
    "  run: |",
    `    ${cli} fleet look --repo "$CONTROL_REPOSITORY" --brand ${brand.name} \\`,
    '      -o "$RUNNER_TEMP/look/fleet-look.json"',
    "- name: Prove that what is kept carries no credential",
    `  if: ${unlessCancelled}`,
    "  run: |",
    `    ${cli} scan "$RUNNER_TEMP/look" || { rm -rf "$RUNNER_TEMP/look"; exit 1; }`,
    "- name: Keep what was seen",
    `  if: ${unlessCancelled}`,
    `  uses: ${pinnedActions.upload}`,
    "  with:",
    `    name: ${looks}\${{ strategy.job-index }}`,
    "    path: ${{ runner.temp }}/look",
    "    overwrite: true",
    "    retention-days: 7",
  ];
}

function reportJob({ repositories, pin }: FleetPlan): string[] {
  const steps = [
    ...installCliStep(pin),
    "- name: Fetch what was seen",
    `  uses: ${pinnedActions.download}`,
    "  with:",
    `    pattern: ${looks}*`,
    "    path: ${{ runner.temp }}/looks",
    "- name: Report",
    `  if: ${unlessCancelled}`,
    "  env:",
    "    FLEET_REPOSITORIES: |",
    ...indent(
      repositories.map(({ full }) => full),
      6,
    ),
    "  run: |",
    '    mkdir -p "$RUNNER_TEMP/looks"',
    `    printf '%s' "$FLEET_REPOSITORIES" > "$RUNNER_TEMP/fleet.txt"`,
    `    ${cli} fleet report "$RUNNER_TEMP/looks" \\`,
    `      --repos "$RUNNER_TEMP/fleet.txt" -o "$RUNNER_TEMP/${report}.json"`,
    "- name: Keep the report",
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
    "needs: look",
    `if: ${unlessCancelled}`,
    "runs-on: ubuntu-latest",
    "timeout-minutes: 10",
    "steps:",
    ...indent(steps, 2),
  ];
}
