import type { Brand } from "../../forge/brand.ts";
import type { ProfileChoice } from "../../credentials/profile/choice.ts";
import { appRecords, patSecret } from "../../credentials/records.ts";
import type { AppRole } from "../../credentials/apps/app-role.ts";
import type { CliPin } from "./cli-pin.ts";

/** What the control file is rendered from. */
export interface ControlPlan {
  readonly brand: Brand;
  readonly choice: ProfileChoice;
  /** The protected environment that holds the PAT. */
  readonly environment: string;
  /** Review mode keeps outputs in the control repository. */
  readonly outputs: "control repository" | "named repository";
  readonly pin: CliPin;
}

export function holdsApp({ choice }: ControlPlan, role: AppRole): boolean {
  return role === "read" ? choice.readApp : choice.writeApp;
}

/** A PAT stands behind an App, where one is there: what was never chosen is not named at all. */
function namesPat({ choice }: ControlPlan): boolean {
  return choice.profile !== "workflow-token";
}

/**
 * The tokens that follow where no App's is there, as an expression's operands: the PAT, then the workflow token.
 * @see spec/credentials.md, "Credential roles and precedence", 4
 */
export function fallbackTokens(plan: ControlPlan): string {
  const last = `secrets.${plan.brand.workflowToken}`;
  return namesPat(plan) ? `secrets.${patSecret} || ${last}` : last;
}

/** The `env:` lines that hand a step the credentials of a role: the App's pair, the PAT, the workflow token. */
export function credentialLines(plan: ControlPlan, roles: readonly AppRole[]): string[] {
  const pairs = roles.filter((role) => holdsApp(plan, role)).flatMap(pairLines);
  const pat = namesPat(plan) ? [`${patSecret}: \${{ secrets.${patSecret} }}`] : [];
  const token = plan.brand.workflowToken;
  return [...pairs, ...pat, `${token}: \${{ secrets.${token} }}`];
}

export function pairLines(role: AppRole): string[] {
  const { variable, secret } = appRecords[role];
  return [`${variable}: \${{ vars.${variable} }}`, `${secret}: \${{ secrets.${secret} }}`];
}

/** Lines, each so many columns further in; empty ones stay empty. */
export function indent(lines: readonly string[], columns: number): string[] {
  return lines.map((line) => (line === "" ? "" : `${" ".repeat(columns)}${line}`));
}
