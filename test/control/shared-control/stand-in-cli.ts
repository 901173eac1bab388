import { execFileSync } from "node:child_process";
import { createSign } from "node:crypto";
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";

/*
 * Stands for gatehouse in a package: `admit` and `precompute` by their contract, everything else by the program itself,
 * whose path is put in place of PROGRAM.
 */

declare const PROGRAM: string;

const { env } = process;
const [verb = "", ...words] = process.argv.slice(2);
const say = (line: string) => void process.stdout.write(`${line}\n`);

function ask(path: string, token: string, body?: object): Promise<Response> {
  return fetch(`${env["FORGE_API_URL"]}${path}`, {
    method: body ? "POST" : "GET",
    headers: {
      authorization: `Bearer ${token}`,
      "user-agent": "stand-in",
      accept: "application/json",
    },
    ...(body && { body: JSON.stringify(body) }),
  });
}

function sign(id: string, key: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const now = Math.floor(Date.now() / 1000);
  const unsigned = `${part({ alg: "RS256" })}.${part({ iss: id, iat: now - 60, exp: now + 300 })}`;
  return `${unsigned}.${createSign("RSA-SHA256").update(unsigned).sign(key, "base64url")}`;
}

/** App → PAT → workflow token; a pair that the forge refuses is a denial. */
async function choose(): Promise<{ credential: string; token?: string | undefined }> {
  const { CP_FORGE_READ_APP_ID: id, CP_FORGE_READ_APP_PRIVATE_KEY: key } = env;
  if (id && key) {
    const jwt = sign(id, key);
    const found = await ask(`/repos/${env["FORGE_REPOSITORY"]}/installation`, jwt);
    if (!found.ok) return { credential: "read-app" };
    const installation = (await found.json()) as { id: number };
    const permissions = { actions: "read", contents: "read" };
    const path = `/app/installations/${installation.id}/access_tokens`;
    const { token } = (await (await ask(path, jwt, { permissions })).json()) as { token: string };
    say(`::add-mask::${token}`);
    return { credential: "read-app", token };
  }
  if (env["CP_FORGE_TOKEN"]) return { credential: "pat", token: env["CP_FORGE_TOKEN"] };
  return { credential: "workflow-token", token: env["FORGE_TOKEN"] || env["GITHUB_TOKEN"] };
}

async function admit(): Promise<void> {
  if (env["CP_FORGE_API_GATE"]) return end("gate-active", 6);
  const { credential, token } = await choose();
  say(`credential ${credential} ${words.join(" ")}`);
  if (!token) return end("credential-refused", 6);
  const answer = await ask("/rate_limit", token);
  return answer.ok ? end("capacity", 0) : end("credential-refused", 6);
}

function end(because: string, code: number): void {
  appendFileSync(env["FORGE_OUTPUT"] ?? "", `admitted=${code === 0}\nbecause=${because}\n`);
  process.exitCode = code;
}

async function precompute(): Promise<void> {
  const places = [".forge", ".github"].map((folder) => `${folder}/control-plane.json`);
  const settings = places.find((place) => existsSync(place));
  if (settings === undefined) throw new Error("There are no settings.");
  const { credential, token = "" } = await choose();
  const { targets } = JSON.parse(readFileSync(settings, "utf8")) as { targets: string[] };
  const read = async (name: string) => ({
    name,
    status: (await ask(`/repos/${name}`, token)).status,
  });
  const found = await Promise.all(targets.map(read));
  const file = words[words.indexOf("-o") + 1] ?? "";
  writeFileSync(file, JSON.stringify({ credential, targets: found }));
}

if (verb === "admit") void admit();
else if (verb === "precompute") void precompute();
else execFileSync(process.execPath, [PROGRAM, verb, ...words], { stdio: "inherit" });
