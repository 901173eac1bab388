import type { Hint } from "../../../shared/errors.ts";
import { docsUrl } from "../../../shared/docs-url.ts";

const apps = { "read-app": "read App", "write-app": "write App" };

/**
 * All checks of the review, with their titles.
 *
 * @see spec/credentials.md, "Before promotion, verify"
 */
const titles = {
  settings: "Committed settings",
  decision: "Profile decision for this scope",
  "app-only": "App-only authentication when an App is configured",
  "pat-only": "PAT only without an App, if eligible and with consent",
  precedence: "Credential precedence",
  "read-app-key": `Stored key of the ${apps["read-app"]}`,
  "read-app-owner": `Owner of the ${apps["read-app"]}`,
  "read-app-permissions": `Permissions of the ${apps["read-app"]}`,
  "read-app-coverage": `Target coverage of the ${apps["read-app"]}`,
  "read-app-openness": `Private ${apps["read-app"]} without a webhook`,
  "write-app-key": `Stored key of the ${apps["write-app"]}`,
  "write-app-owner": `Owner of the ${apps["write-app"]}`,
  "write-app-permissions": `Permissions of the ${apps["write-app"]}`,
  "write-app-coverage": `Target coverage of the ${apps["write-app"]}`,
  "write-app-openness": `Private ${apps["write-app"]} without a webhook`,
  "pat-coverage": "Target coverage of the PAT",
  "pat-policy": "Organization policy and approval of the PAT",
  "pat-owner": "Resource owner of the PAT",
  "pat-expiration": "Expiration of the PAT",
  "pat-apis": "PAT support of the required APIs",
  "pat-environment": "Protected environment of the PAT",
  "workflow-token-coverage": "Target coverage of the workflow token",
  discovery: "Read access for repository and workflow discovery",
  "shared-control": "Shared control file and its workflows",
  "review-output": "Review output without credentials",
  "inference-billing": "Organization billing for agent inference",
  "inference-fallbacks": "No agent-specific token for inference",
} as const;

export type CheckId = keyof typeof titles;

/** URL of the section of the documentation that explains how to make each check pass. */
export const checkPages: Readonly<Record<CheckId, string>> = {
  settings: `${docsUrl}/verify.md#settings-and-decision`,
  decision: `${docsUrl}/verify.md#settings-and-decision`,
  "app-only": `${docsUrl}/verify.md#credentials-in-use`,
  "pat-only": `${docsUrl}/verify.md#credentials-in-use`,
  precedence: `${docsUrl}/verify.md#credentials-in-use`,
  "read-app-key": `${docsUrl}/verify.md#apps`,
  "read-app-owner": `${docsUrl}/verify.md#apps`,
  "read-app-permissions": `${docsUrl}/verify.md#apps`,
  "read-app-coverage": `${docsUrl}/verify.md#apps`,
  "read-app-openness": `${docsUrl}/verify.md#apps`,
  "write-app-key": `${docsUrl}/verify.md#apps`,
  "write-app-owner": `${docsUrl}/verify.md#apps`,
  "write-app-permissions": `${docsUrl}/verify.md#apps`,
  "write-app-coverage": `${docsUrl}/verify.md#apps`,
  "write-app-openness": `${docsUrl}/verify.md#apps`,
  "pat-coverage": `${docsUrl}/verify.md#personal-access-token`,
  "pat-policy": `${docsUrl}/verify.md#personal-access-token`,
  "pat-owner": `${docsUrl}/verify.md#personal-access-token`,
  "pat-expiration": `${docsUrl}/verify.md#personal-access-token`,
  "pat-apis": `${docsUrl}/verify.md#personal-access-token`,
  "pat-environment": `${docsUrl}/verify.md#personal-access-token`,
  "workflow-token-coverage": `${docsUrl}/verify.md#discovery`,
  discovery: `${docsUrl}/verify.md#discovery`,
  "shared-control": `${docsUrl}/verify.md#control-file`,
  "review-output": `${docsUrl}/first-agent.md#run-the-agent`,
  "inference-billing": `${docsUrl}/verify.md#inference`,
  "inference-fallbacks": `${docsUrl}/verify.md#inference`,
};

export type CheckState = "pass" | "fail" | "unknown";

export interface ReviewCheck {
  readonly id: CheckId;
  readonly title: string;
  readonly state: CheckState;
  /** Evidence for the result, in sentences. */
  readonly evidence: readonly string[];
  /** Next steps; empty if the check passes. */
  readonly next: readonly Hint[];
  /** URL of the section that explains how to make the check pass; undefined if it passes. */
  readonly page?: string;
}

export function pass(id: CheckId, ...evidence: string[]): ReviewCheck {
  return { id, title: titles[id], state: "pass", evidence, next: [] };
}

export function fail(id: CheckId, evidence: string | readonly string[], ...next: Hint[]) {
  return checkResult(id, "fail", evidence, next);
}

export function unknown(id: CheckId, evidence: string | readonly string[], ...next: Hint[]) {
  return checkResult(id, "unknown", evidence, next);
}

function checkResult(
  id: CheckId,
  state: CheckState,
  evidence: string | readonly string[],
  next: readonly Hint[],
): ReviewCheck {
  const sentences = typeof evidence === "string" ? [evidence] : evidence;
  return { id, title: titles[id], state, evidence: sentences, next, page: checkPages[id] };
}
