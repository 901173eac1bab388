import { titleOf } from "../../credentials/apps/app-role.ts";
import { summarizeCeiling } from "../../plane/setup/describe-plan.ts";
import type { AppPlan, PlanStatus, SetUpPlan } from "../../plane/setup/plan.ts";
import type { MarkState } from "../../shared/marks.ts";
import type { RenderOptions } from "../../terminal/render-options.ts";
import { subjectRows } from "../../terminal/report.ts";
import { factRows, linkRows, marked, textRows, type Row } from "../../terminal/rows.ts";

const statuses: Readonly<Record<PlanStatus, { readonly mark: MarkState; readonly text: string }>> =
  {
    "would-be-created": { mark: "next", text: "would be created" },
    exists: { mark: "done", text: "exists already" },
    "not-needed": { mark: "skipped", text: "not needed" },
    undecided: { mark: "unknown", text: "undecided" },
  };

/**
 * Formats the plan: what setup would do with each App, and the manifests of both Apps as JSON.
 */
export function planRows(plan: SetUpPlan, style: RenderOptions): Row[] {
  const { repo, host, access, problems, apps } = plan;
  const from = access ? `read from ${host} just now` : `${host} was not contacted`;
  return [
    ...subjectRows(repo, `dry run · ${from}. Nothing was changed.`, style),
    ...(access ? [[], ...factRows(describeState(plan), { style })] : []),
    ...problems.flatMap((problem) =>
      textRows(`Setup would stop: ${problem}`, { style, prefix: marked(style, "failed") }),
    ),
    ...apps.flatMap((app) => [[], ...appRows(app, style)]),
  ];
}

function describeState({ access, scope, profile }: SetUpPlan) {
  const role = access?.isAdmin === true ? "administrator" : "no administrator";
  const account = access?.isOwner === true ? "owner of the account" : "not an owner of the account";
  const scopes = { valid: "committed", missing: "not defined yet", broken: "invalid" };
  return [
    { name: "Your role", text: `${role} of the repository, ${account}` },
    { name: "Scope", text: scopes[scope ?? "missing"] },
    { name: "Profile", text: profile ?? "not decided yet" },
  ];
}

function appRows(app: AppPlan, style: RenderOptions): Row[] {
  const { role, status, reason, clientId, variable, secret, manifest, registrationUrl } = app;
  const { mark, text } = statuses[status];
  return [
    ...textRows(`${titleOf(role)}: ${text}`, {
      style,
      prefix: marked(style, mark),
      tone: "strong",
    }),
    ...textRows(reason, { style }),
    ...textRows(summarizeCeiling(manifest.default_permissions), { style }),
    ...factRows(
      [
        { name: "Name", text: manifest.name },
        {
          name: "Client ID",
          text: `variable ${variable}${clientId === null ? "" : `: ${clientId}`}`,
        },
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
  ];
}
