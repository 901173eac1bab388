import { requireBrand } from "../../forge/brand.ts";
import { embeddedHost, resolveHost } from "../../forge/host-profile.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { summarizeCeiling } from "../../plane/setup/describe-plan.ts";
import { titleOf } from "../../credentials/apps/app-role.ts";
import { planSetUp } from "../../plane/setup/plan.ts";
import type { PlanOptions, SetUpPlan } from "../../plane/setup/plan.ts";
import { count } from "../../shared/count.ts";
import type { RenderOptions } from "../../terminal/render-options.ts";
import { printRows } from "../../terminal/paint.ts";
import { subjectRows } from "../../terminal/report.ts";
import { factRows, linkRows, marked, textRows, type Row } from "../../terminal/rows.ts";
import { printJson } from "./print-json.ts";

export interface PrintPlanOptions extends Pick<PlanOptions, "port" | "appNames"> {
  readonly repository: RepositoryName;
  readonly host: string;
  readonly brand?: string | undefined;
  readonly json?: boolean | undefined;
}

/**
 * Runs `setup --dry-run`: prints both manifests. It does not send requests or start the embedded
 * forge.
 */
export function printPlan({ repository, host, brand, json, ...options }: PrintPlanOptions): void {
  const name = brand === undefined ? undefined : requireBrand(brand);
  const profile = resolveHost(host === embeddedHost ? "http://127.0.0.1:0" : host, name);
  const plan = planSetUp({ ...options, profile, repository });
  if (json) printJson(plan);
  else printRows((style) => planRows(plan, style));
}

/** Formats the Apps to create, followed by their manifests as JSON. */
export function planRows({ repo, apps }: SetUpPlan, style: RenderOptions): Row[] {
  return [
    ...subjectRows(
      repo,
      `setup would create ${count(apps.length, "App")}. Nothing was changed.`,
      style,
    ),
    ...apps.flatMap(({ role, variable, secret, manifest, registrationUrl }) => [
      [],
      ...textRows(`${titleOf(role)}: ${manifest.name}`, {
        style,
        prefix: marked(style, "next"),
        tone: "strong",
      }),
      ...textRows(summarizeCeiling(role), { style }),
      ...factRows(
        [
          { name: "Client ID", text: `variable ${variable}` },
          { name: "Private key", text: `secret ${secret}` },
        ],
        { style },
      ),
      ...textRows("Registration page:", { style }),
      ...linkRows(registrationUrl, style),
      ...textRows("Manifest:", { style }),
      ...JSON.stringify(manifest, null, 2)
        .split("\n")
        .flatMap((line) => textRows(line, { style })),
    ]),
  ];
}
