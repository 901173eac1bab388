/*
 * The scripts of the proof workflow's jobs. Each job prints its report as one line. The report does
 * not contain repository names, because a public repository's logs are public. Each job revokes its
 * tokens.
 */

/** Prefix of the report line in a job's log. The run's nonce follows it. */
export const reportMark = "gatehouse-report";

const common = `
/** Counts the repositories that a token can read, and collects statuses of rejected requests. */
async function discover(token, names, withWorkflows) {
  const found = { asked: names.length, read: 0, hidden: 0, workflowsAsked: withWorkflows.length, workflowsListed: 0 };
  const refusals = new Set();
  for (const name of names) {
    const repository = await send("GET", "/repos/" + name, token);
    if (repository.status === 200) {
      found.read += 1;
      if (repository.body.private) found.hidden += 1;
    } else refusals.add("repository: " + repository.status);
  }
  for (const name of withWorkflows) {
    const { status } = await send("GET", "/repos/" + name + "/actions/workflows?per_page=1", token);
    if (status === 200) found.workflowsListed += 1;
    else refusals.add("workflows: " + status);
  }
  return { ...found, refusals: [...refusals].sort() };
}

async function ask(method, path, token, body) {
  const answer = await send(method, path, token, body);
  if (answer.status >= 200 && answer.status < 300) return answer.body;
  throw Object.assign(new Error(method + " " + path + ": " + answer.status), { status: answer.status });
}

async function send(method, path, token, body) {
  const response = await fetch(API + path, {
    method,
    headers: { authorization: "Bearer " + token, "user-agent": "gatehouse-run" },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { status, headers } = response;
  const text = await response.text();
  return { status, headers, body: status < 300 && text ? JSON.parse(text) : undefined };
}

function report(found) {
  console.log("${reportMark} " + process.env.NONCE + ": " + JSON.stringify(found));
}

main().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
`;

/**
 * Verifies an App's stored key and the repositories of its installation. For the read App, also
 * verifies that the App can read these repositories.
 */
export const appScript = `
const { createHash, createPublicKey, createSign } = require("node:crypto");
const { API, REPOSITORY, ROLE, SERVER, CLIENT_ID, PRIVATE_KEY } = process.env;

async function main() {
  if (!CLIENT_ID || !PRIVATE_KEY) throw new Error("the variable or the secret is not set");
  const jwt = sign();
  const app = await findApp(jwt);
  const installation = await findInstallation(jwt);
  const hook = await send("GET", "/app/hook/config", jwt);
  const withToken = (permissions, use) => useToken(jwt, installation.id, permissions, use);
  const names = await withToken({ metadata: "read" }, listRepositories);
  const discovery = ROLE === "read" ? await tryDiscovery(withToken, names) : undefined;
  report({
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
    isHooked: isHooked(hook),
    discovery,
  });
}

/** Omits the URL, which may contain a secret. An inactive webhook has a URL of the forge. */
function isHooked({ status, body }) {
  if (status === 404) return false;
  if (status !== 200) return undefined;
  const { url } = body;
  return Boolean(url) && !(URL.canParse(url) && new URL(url).hostname === new URL(SERVER).hostname);
}

/** Also reports an App that does not exist, after two responses because one may be wrong. */
async function findApp(jwt) {
  for (let count = 1; ; count += 1) {
    try {
      return await ask("GET", "/app", jwt);
    } catch (error) {
      if (error.status === 404 && count === 2) report({ clientId: CLIENT_ID, isGone: true });
      if (error.status !== 404 || count === 2) throw error;
    }
  }
}

/** Also reports an App that exists, but is not installed on the control repository. */
async function findInstallation(jwt) {
  const path = "/repos/" + REPOSITORY + "/installation";
  return ask("GET", path, jwt).catch((error) => {
    if (error.status === 404) report({ clientId: CLIENT_ID, isInstalled: false });
    throw error;
  });
}

/** Uses only a run's permissions before its activation. The report shows if fewer are granted. */
async function tryDiscovery(withToken, names) {
  const permissions = { actions: "read", contents: "read" };
  return withToken(permissions, (token) => discover(token, names, names)).catch((error) => {
    if (!error.status) throw error;
    const nothing = { read: 0, hidden: 0, workflowsListed: 0 };
    const asked = { asked: names.length, workflowsAsked: names.length };
    return { ...asked, ...nothing, refusals: ["token: " + error.status] };
  });
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

async function useToken(jwt, installationId, permissions, use) {
  const path = "/app/installations/" + installationId + "/access_tokens";
  const { token } = await ask("POST", path, jwt, { permissions });
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
${common}`;

/** Tests a token (the PAT or the run's own token) on every repository in the committed settings. */
export const tokenScript = `
const { createHash } = require("node:crypto");
const { API, REPOSITORY, SETTINGS, EXPIRY_HEADER, RUN_TOKEN, CREDENTIAL } = process.env;

async function main() {
  if (!CREDENTIAL) throw new Error("the secret is not set");
  const file = await ask("GET", "/repos/" + REPOSITORY + "/contents/" + SETTINGS, RUN_TOKEN);
  const { targets, alternateRepository } = JSON.parse(Buffer.from(file.content, "base64").toString());
  const all = [REPOSITORY, ...targets, ...(alternateRepository ? [alternateRepository] : [])];
  const names = [...new Set(all.map((name) => name.toLowerCase()))];
  // The run's own token can discover workflows only in its own repository.
  const withWorkflows = CREDENTIAL === RUN_TOKEN ? [REPOSITORY] : names;
  const discovery = await discover(CREDENTIAL, names, withWorkflows);
  const { headers } = await send("GET", "/rate_limit", CREDENTIAL);
  const fingerprint = "SHA256:" + createHash("sha256").update(CREDENTIAL).digest("hex").slice(0, 12);
  report({ fingerprint, discovery, expires: headers.get(EXPIRY_HEADER) });
}
${common}`;
