import type { AppRole } from "../credentials/ceilings.ts";
import { appRecords } from "../credentials/records.ts";
import type { Brand } from "../forge/brand.ts";

/** The path of the workflow in the control repository. */
export function verificationPath(brand: Brand): string {
  return `${brand.folder}/workflows/${verificationFile}`;
}

export const verificationFile = "gatehouse-verification.yml";

/** The title of one run, which tells it from others. */
export function verificationTitle(nonce: string): string {
  return `gatehouse verification ${nonce}`;
}

/** Begins the one line of a job's log that is the report. */
export const reportMark = "gatehouse-report:";

/** What a run says of one App. Names of repositories stay out: a public repository's logs are public. */
export interface VerificationReport {
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
}

/**
 * A workflow that proves the stored keys where they are stored. It reads, prints no secret, and leaves nothing.
 * One job an App, so that a missing App fails its own job only.
 */
export function renderVerificationWorkflow({ expressionContext }: Brand): string {
  const job = (role: AppRole) => `
  ${role}:
    name: ${role}
    runs-on: ubuntu-latest
    steps:
      - name: report
        shell: node {0}
        env:
          API: \${{ ${expressionContext}.api_url }}
          REPOSITORY: \${{ ${expressionContext}.repository }}
          CLIENT_ID: \${{ vars.${appRecords[role].variable} }}
          PRIVATE_KEY: \${{ secrets.${appRecords[role].secret} }}
        run: |
${indent(script, 10)}`;
  return `# Written by gatehouse. It proves that the stored App keys work and which repositories they cover.
name: gatehouse verification
run-name: ${verificationTitle("${{ inputs.nonce }}")}
on:
  workflow_dispatch:
    inputs:
      nonce:
        description: Tells this run from others
        required: true
permissions: {}
jobs:${job("read")}
${job("write")}
`;
}

function indent(text: string, spaces: number): string {
  const margin = " ".repeat(spaces);
  return text
    .trimEnd()
    .split("\n")
    .map((line) => (line === "" ? "" : margin + line))
    .join("\n");
}

const script = `
const { createHash, createPublicKey, createSign } = require("node:crypto");
const { API, REPOSITORY, CLIENT_ID, PRIVATE_KEY } = process.env;

async function main() {
  if (!CLIENT_ID || !PRIVATE_KEY) throw new Error("the variable or the secret is not set");
  const jwt = sign();
  const app = await ask("GET", "/app", jwt);
  const installation = await ask("GET", "/repos/" + REPOSITORY + "/installation", jwt);
  const names = await withToken(jwt, installation.id, listRepositories);
  console.log("${reportMark} " + JSON.stringify({
    clientId: app.client_id,
    keyFingerprint: fingerprint(),
    appId: app.id,
    slug: app.slug,
    owner: app.owner.login,
    installationId: installation.id,
    selection: installation.repository_selection,
    permissions: installation.permissions,
    updatedAt: installation.updated_at,
    isSuspended: Boolean(installation.suspended_at),
    repositoryCount: names.length,
    repositoriesDigest: createHash("sha256").update(names.sort().join("\\n")).digest("hex"),
  }));
}

async function listRepositories(token) {
  const names = [];
  for (let page = 1; ; page += 1) {
    const path = "/installation/repositories?per_page=100&page=" + page;
    const { repositories } = await ask("GET", path, token);
    names.push(...repositories.map((repository) => repository.full_name.toLowerCase()));
    if (repositories.length < 100) return names;
  }
}

async function withToken(jwt, installationId, use) {
  const path = "/app/installations/" + installationId + "/access_tokens";
  const { token } = await ask("POST", path, jwt, { permissions: { metadata: "read" } });
  try {
    return await use(token);
  } finally {
    await ask("DELETE", "/installation/token", token);
  }
}

function fingerprint() {
  const key = createPublicKey(PRIVATE_KEY).export({ type: "spki", format: "der" });
  return "SHA256:" + createHash("sha256").update(key).digest("base64");
}

function sign() {
  const encode = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const now = Math.floor(Date.now() / 1000);
  const claims = encode({ alg: "RS256", typ: "JWT" }) + "." +
    encode({ iss: CLIENT_ID, iat: now - 60, exp: now + 300 });
  return claims + "." + createSign("RSA-SHA256").update(claims).sign(PRIVATE_KEY, "base64url");
}

async function ask(method, path, token, body) {
  const response = await fetch(API + path, {
    method,
    headers: { authorization: "Bearer " + token, "user-agent": "gatehouse" },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(method + " " + path + ": " + response.status);
  return response.status === 204 ? undefined : response.json();
}

main().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
`;
