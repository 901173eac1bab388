import { appRecords } from "../../credentials/records.ts";
import type { AppRole } from "../../credentials/apps/app-role.ts";
import type { Brand } from "../../forge/brand.ts";
import { admissionSteps, agentSteps } from "./admission-steps.ts";
import { instructions } from "./instructions.ts";
import { fallbackTokens, hasApp, indent } from "./control-plan.ts";
import type { ControlPlan } from "./control-plan.ts";
import { outputJobLines } from "./output-jobs.ts";

/** Returns the path from which the orchestrator and the workers import the control file. */
export function controlFilePath({ folder }: Brand): string {
  return `${folder}/workflows/shared/control.md`;
}

/**
 * Renders the control file: target authentication, admission, precompute and outputs, in the front
 * matter of an agentic workflow. The file names only credentials that the chosen profile uses.
 * @see spec/credentials.md, "Credential roles and precedence"
 */
export function renderControlFile(plan: ControlPlan): string {
  const { brand, choice } = plan;
  const { agentic } = brand;
  const role = [
    "import-schema:",
    "  role:",
    "    type: choice",
    "    options: [orchestrator, worker]",
    "    required: true",
  ];
  const tools = ["tools:", `  ${agentic.tools}:`, ...indent(authentication(plan, "read"), 4)];
  const outputs = [
    "safe-outputs:",
    ...indent(authentication(plan, "write"), 2),
    "  jobs:",
    ...indent(outputJobLines(plan), 4),
  ];
  const jobs = [
    "jobs:",
    `  ${agentic.admissionJob}:`,
    "    pre-steps:",
    ...indent(admissionSteps(plan), 6),
    "  agent:",
    "    pre-steps:",
    ...indent(agentSteps(plan), 6),
  ];
  const head = [
    "# Written by `gatehouse control render`; `gatehouse control check` compares it. Do not edit it by hand.",
    `# Profile: ${choice.profile}. Inference uses only the workflow token.`,
  ];
  const parts = [head, role, environmentLines(plan), tools, outputs, jobs];
  const front = parts.map((lines) => lines.join("\n")).join("\n\n");
  return `---\n${front}\n---\n\n${instructions(plan)}`;
}

function environmentLines({ brand, outputs }: ControlPlan): string[] {
  const own = `${brand.expressionContext}.repository`;
  const value = outputs === "control repository" ? own : `inputs.output_repository || ${own}`;
  return ["env:", `  OUTPUT_REPOSITORY: \${{ ${value} }}`];
}

/**
 * Returns the App for a role, if an App was chosen, and the tokens to use if the App is missing.
 */
function authentication(plan: ControlPlan, role: AppRole): string[] {
  const { app, token } = plan.brand.agentic;
  const { variable, secret } = appRecords[role];
  const block = [
    `${app}:`,
    `  client-id: \${{ vars.${variable} }}`,
    `  private-key: \${{ secrets.${secret} }}`,
    "  ignore-if-missing: true",
  ];
  const fallback = `${token}: \${{ ${fallbackTokens(plan)} }}`;
  return [...(hasApp(plan, role) ? block : []), fallback];
}
