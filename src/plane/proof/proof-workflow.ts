import type { AppRole } from "../../credentials/apps/app-role.ts";
import type { Credential } from "../../credentials/credential.ts";
import { appRecords, patSecret } from "../../credentials/records.ts";
import type { Brand } from "../../forge/brand.ts";
import { settingsPath } from "../scope/control-files.ts";
import { appScript, tokenScript } from "./proof-scripts.ts";

/** The path of the workflow in the control repository. */
export function proofPath(brand: Brand): string {
  return `${brand.folder}/workflows/${proofFile}`;
}

export const proofFile = "gatehouse-proof.yml";

/** The title of one run, which tells it from others. */
export function proofTitle(nonce: string): string {
  return `gatehouse proof ${nonce}`;
}

/** What a credential could read: counts only, no names. */
export interface Discovery {
  /** Repositories that it was to read, and did. */
  readonly asked: number;
  readonly read: number;
  /** Of those that it read, how many are not public: these it can only have read by its own right. */
  readonly hidden: number;
  /** Repositories whose workflows it was to list, and did. */
  readonly workflowsAsked: number;
  readonly workflowsListed: number;
  /** What was refused and by which status: "repository: 404". */
  readonly refusals: readonly string[];
}

/** What a run says of one App. Names of repositories stay out: a public repository's logs are public. */
export interface AppReport {
  readonly clientId: string;
  /** Of the stored key, as the App's settings page shows it: tells a replacement from the key before it. */
  readonly keyFingerprint: string;
  readonly appId: number;
  readonly slug: string;
  readonly owner: string;
  readonly installationId: number;
  readonly selection: "all" | "selected";
  readonly permissions: Readonly<Record<string, string>>;
  readonly updatedAt: string;
  readonly isSuspended: boolean;
  readonly repositoryCount: number;
  /** SHA-256, hex, of the full names: lower case, sorted, joined by line breaks. */
  readonly repositoriesDigest: string;
  /** Whether a webhook leads somewhere; left out where the forge did not tell. */
  readonly isHooked?: boolean;
  /** The read App's, by a token of Actions: read and Contents: read. */
  readonly discovery?: Discovery;
}

/** What a run says of the PAT, or of its own token. */
export interface TokenReport {
  /** Tells one token from another, as `fingerprintToken` does: far too short to find a token by. */
  readonly fingerprint: string;
  readonly discovery: Discovery;
  /** The forge's header of when the token ends. */
  readonly expires: string | null;
}

/**
 * A workflow that proves the stored credentials where they are stored. It reads, prints no secret, and leaves nothing.
 * One job a credential, so that one which does not work fails its own job only. An App that has no client ID is skipped:
 * the run of a control plane with one App is green. The PAT's job runs in the protected environment.
 */
export function renderProofWorkflow(brand: Brand): string {
  const pat = `\${{ secrets.${patSecret} }}`;
  const guarded = ["environment: ${{ inputs.environment }}"];
  const jobs = [
    renderAppJob(brand, "read"),
    renderAppJob(brand, "write"),
    renderTokenJob(brand, "pat", { credential: pat, settings: guarded }),
    renderTokenJob(brand, "workflow-token", { credential: runToken(brand), settings: [] }),
  ];
  return `# Written by gatehouse. It proves that the stored credentials work and which repositories they cover.
name: gatehouse proof
run-name: ${proofTitle("${{ inputs.nonce }}")}
on:
  workflow_dispatch:
    inputs:
      nonce:
        description: Tells this run from others
        required: true
      jobs:
        description: Which ones to run, of read-app, write-app, pat and workflow-token
        default: read-app write-app
      environment:
        description: The protected environment that holds the PAT
        default: ""
permissions: {}
jobs:
${jobs.join("\n\n")}
`;
}

function renderAppJob(brand: Brand, role: AppRole): string {
  const { variable, secret } = appRecords[role];
  const env = {
    ROLE: role,
    SERVER: `\${{ ${brand.expressionContext}.server_url }}`,
    CLIENT_ID: `\${{ vars.${variable} }}`,
    PRIVATE_KEY: `\${{ secrets.${secret} }}`,
  };
  const isThere = `vars.${variable} != ''`;
  return renderJob(brand, { name: `${role}-app`, isThere, settings: [], env, script: appScript });
}

/** It reads the settings with the run's own token, and tries the credential on what they name. */
function renderTokenJob(
  brand: Brand,
  name: Credential,
  { credential, settings }: { credential: string; settings: readonly string[] },
): string {
  const env = {
    SETTINGS: settingsPath(brand),
    EXPIRY_HEADER: brand.tokenExpiryHeader,
    RUN_TOKEN: runToken(brand),
    CREDENTIAL: credential,
  };
  const permissions = ["permissions:", "  actions: read", "  contents: read"];
  return renderJob(brand, {
    name,
    settings: [...permissions, ...settings],
    env,
    script: tokenScript,
  });
}

function runToken({ expressionContext }: Brand): string {
  return `\${{ ${expressionContext}.token }}`;
}

interface Job {
  readonly name: Credential;
  /** What has to hold besides that it is asked for. A condition may ask for a variable, never for a secret. */
  readonly isThere?: string;
  /** Lines of the job besides what all jobs have. */
  readonly settings: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly script: string;
}

function renderJob({ expressionContext: context }: Brand, job: Job): string {
  const { name, isThere, settings, script } = job;
  const env = {
    API: `\${{ ${context}.api_url }}`,
    REPOSITORY: `\${{ ${context}.repository }}`,
    NONCE: "${{ inputs.nonce }}",
    ...job.env,
  };
  const lines = [
    `name: ${name}`,
    `if: ${[`contains(inputs.jobs, '${name}')`, ...(isThere === undefined ? [] : [isThere])].join(" && ")}`,
    "runs-on: ubuntu-latest",
    ...settings,
    "steps:",
    "  - name: report",
    "    shell: node {0}",
    "    env:",
    ...Object.entries(env).map(([key, value]) => `      ${key}: ${value}`),
    "    run: |",
  ];
  return `  ${name}:\n${indent(lines.join("\n"), 4)}\n${indent(script, 10)}`;
}

function indent(text: string, spaces: number): string {
  const margin = " ".repeat(spaces);
  return text
    .trimEnd()
    .split("\n")
    .map((line) => (line === "" ? "" : margin + line))
    .join("\n");
}
