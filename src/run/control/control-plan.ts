import type { Brand } from "../../forge/brand.ts";
import type { ProfileChoice } from "../../credentials/profile/choice.ts";
import { appRecords, patSecret } from "../../credentials/records.ts";
import type { AppRole } from "../../credentials/apps/app-role.ts";
import type { CliPin } from "./cli-pin.ts";

/** The input for rendering the control file. */
export interface ControlPlan {
  readonly brand: Brand;
  readonly choice: ProfileChoice;
  /** The protected environment that stores the PAT. */
  readonly environment: string;
  /** Repository to which outputs are written. In review mode, this is the control repository. */
  readonly outputs: "control repository" | "named repository";
  readonly pin: CliPin;
}

export function hasApp({ choice }: ControlPlan, role: AppRole): boolean {
  return role === "read" ? choice.readApp : choice.writeApp;
}

/**
 * Returns whether the control file names the PAT. With the App profile, the PAT is the fallback for
 * an App.
 */
function namesPat({ choice }: ControlPlan): boolean {
  return choice.profile !== "workflow-token";
}

/**
 * Returns the tokens to use if there is no App token, as operands of an expression: first the PAT,
 * then the workflow token.
 * @see spec/credentials.md, "Credential roles and precedence", 4
 */
export function fallbackTokens(plan: ControlPlan): string {
  const last = `secrets.${plan.brand.workflowToken}`;
  return namesPat(plan) ? `secrets.${patSecret} || ${last}` : last;
}

/**
 * Returns the `env:` lines with the credentials that a step needs for these roles: the Apps'
 * records, the PAT, and the workflow token.
 */
export function credentialLines(plan: ControlPlan, roles: readonly AppRole[]): string[] {
  const pairs = roles.filter((role) => hasApp(plan, role)).flatMap(pairLines);
  const pat = namesPat(plan) ? [`${patSecret}: \${{ secrets.${patSecret} }}`] : [];
  const token = plan.brand.workflowToken;
  return [...pairs, ...pat, `${token}: \${{ secrets.${token} }}`];
}

export function pairLines(role: AppRole): string[] {
  const { variable, secret } = appRecords[role];
  return [`${variable}: \${{ vars.${variable} }}`, `${secret}: \${{ secrets.${secret} }}`];
}

/** Indents lines by a number of columns. Empty lines are not indented. */
export function indent(lines: readonly string[], columns: number): string[] {
  return lines.map((line) => (line === "" ? "" : `${" ".repeat(columns)}${line}`));
}
