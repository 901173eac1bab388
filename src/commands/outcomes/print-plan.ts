import { requireBrand } from "../../forge/brand.ts";
import { embeddedHost, resolveHost } from "../../forge/host-profile.ts";
import { requireRepositoryName } from "../../forge/repository-name.ts";
import { summarizeCeiling } from "../../control/setup/describe-plan.ts";
import { titleOf } from "../../credentials/apps/app-role.ts";
import { planSetUp } from "../../control/setup/plan.ts";
import type { PlanOptions, SetUpPlan } from "../../control/setup/plan.ts";
import { InvalidInput } from "../../shared/errors.ts";
import { printText } from "../../shared/print-text.ts";

export interface PrintPlanOptions extends Pick<PlanOptions, "port" | "appNames"> {
  readonly repo?: string;
  readonly host: string;
  readonly brand?: string;
  readonly json?: boolean;
}

/** `setup --dry-run`: both manifests. Contacts nothing, so even the embedded forge is not started. */
export function printPlan({ repo, host, brand, json, ...options }: PrintPlanOptions): void {
  if (repo === undefined) {
    throw new InvalidInput("--dry-run needs the repository.", [
      { say: "Name it", command: "gatehouse setup --dry-run --repo acme/control" },
    ]);
  }
  const repository = requireRepositoryName(repo, "gatehouse setup --repo");
  const name = brand === undefined ? undefined : requireBrand(brand);
  const profile = resolveHost(host === embeddedHost ? "http://127.0.0.1:0" : host, name);
  const plan = planSetUp({ ...options, profile, repository });
  if (json) process.stdout.write(`${JSON.stringify(plan, null, 2)}\n`);
  else printText(describe(plan));
}

function describe({ repo, apps }: SetUpPlan): string {
  const blocks = apps.map(({ role, variable, secret, manifest, registrationUrl }) =>
    [
      `${titleOf(role)}: ${manifest.name}`,
      `  ${summarizeCeiling(role)}`,
      `  client ID → variable ${variable}`,
      `  private key → secret ${secret}`,
      `  registered at ${registrationUrl}`,
      `  manifest:`,
      ...JSON.stringify(manifest, null, 2)
        .split("\n")
        .map((line) => `    ${line}`),
    ].join("\n"),
  );
  return `Setup of ${repo} would make two Apps. Nothing was changed.\n\n${blocks.join("\n\n")}\n`;
}
