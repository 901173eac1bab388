import type { AppRole } from "../../credentials/apps/app-role.ts";
import type { Credential } from "../../credentials/credential.ts";
import { appRecords, patSecret } from "../../credentials/records.ts";
import type { Brand } from "../../forge/brand.ts";
import { settingsPath } from "../scope/control-files.ts";
import { appScript, tokenScript } from "./proof-scripts.ts";

export function proofPath(brand: Brand): string {
  return `${brand.folder}/workflows/${proofFile}`;
}

export const proofFile = "gatehouse-proof.yml";

/** Returns a title that distinguishes one run from other runs. */
export function proofTitle(nonce: string): string {
  return `gatehouse proof ${nonce}`;
}

/** Access of a credential, given as numbers of repositories without their names. */
export interface Discovery {
  /** Number of requested repositories; `read` is the number of those that could be read. */
  readonly asked: number;
  readonly read: number;
  /**
   * Number of read repositories that are not public. Reading public repositories does not prove
   * access.
   */
  readonly hidden: number;
  /**
   * Number of repositories whose workflows were requested; `workflowsListed` is the number of those
   * whose workflows could be listed.
   */
  readonly workflowsAsked: number;
  readonly workflowsListed: number;
  /** Rejected requests with their status: "repository: 404". */
  readonly refusals: readonly string[];
}

/**
 * A run's report about one App. It contains no repository names, because a public repository's logs
 * are public.
 */
export interface AppReport {
  readonly clientId: string;
  /**
   * Fingerprint of the stored key, as on the App's settings page. It distinguishes a new key from
   * the previous one.
   */
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
  /**
   * SHA-256 in hex of the repositories' full names in lower case, sorted and joined by line breaks.
   */
  readonly repositoriesDigest: string;
  /** Whether a webhook is configured; omitted if GitHub did not report it. */
  readonly isHooked?: boolean;
  /** Access of the read App with a token for Actions: read and Contents: read. */
  readonly discovery?: Discovery;
}

/** A run's report about the PAT or about the run's own token. */
export interface TokenReport {
  /**
   * Shortened hash that distinguishes tokens, in the format of `fingerprintToken`. A token cannot
   * be reconstructed from it.
   */
  readonly fingerprint: string;
  readonly discovery: Discovery;
  /** Value of the response header that contains the token's expiry time. */
  readonly expires: string | null;
}

/**
 * Renders a workflow that verifies the credentials where they are stored. It only reads, and does
 * not print any secret. Each credential has its own job, so that a faulty credential fails only
 * that job. An App without a client ID is skipped, so that a control plane with one App has a
 * successful run. The PAT's job runs in the protected environment.
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
  return `# Written by gatehouse. Verifies that the stored credentials work and which repositories they cover.
name: gatehouse proof
run-name: ${proofTitle("${{ inputs.nonce }}")}
on:
  workflow_dispatch:
    inputs:
      nonce:
        description: Identifies this run
        required: true
      jobs:
        description: Jobs to run, of read-app, write-app, pat and workflow-token
        default: read-app write-app
      environment:
        description: Protected environment that stores the PAT
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

/**
 * Renders a job that reads the settings with the run's own token and tests the credential on the
 * repositories in the settings.
 */
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
  /** Additional condition of the job. A condition can refer to a variable, but not to a secret. */
  readonly isThere?: string;
  /** Additional YAML lines for the job. */
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
