import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A test engine's observations inside the sandbox. */
export interface EngineReport {
  readonly env: Readonly<Record<string, string>>;
  readonly args: readonly string[];
  /** Status of the forge's response to its token; 0 without a connection. */
  readonly forge: string;
  /** Status of its provider's response. */
  readonly provider: string;
  /** Status of each of PROBE_URLS: 000 if TLS is not trusted. */
  readonly pages: readonly string[];
}

const program = `#!/usr/bin/env node
import { spawnSync } from "node:child_process";
import { appendFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
const { env } = process;
// Like the real engine's option parser: a separate value must not start with a dash.
const at = process.argv.indexOf("--prompt");
if (at !== -1 && process.argv[at + 1].startsWith("-")) {
  console.error("error: option '--prompt <text>' argument missing");
  process.exit(1);
}
const ask = (url, token, more = []) => {
  if (!url) return "";
  const given = ["silent", "max-time = 20", "output = /dev/null", 'write-out = "%{http_code}"', 'url = "' + url + '"'];
  given.push(...more);
  if (token) given.push('header = "authorization: Bearer ' + token + '"');
  return spawnSync("curl", ["--config", "-"], { input: given.join("\\n"), encoding: "utf8" }).stdout;
};
const token = env.FORGE_TOKEN ?? env.GITHUB_TOKEN;
const base = env.AGENT_PROVIDER_BASE_URL ?? env.COPILOT_PROVIDER_BASE_URL;
const pages = (env.PROBE_URLS ?? "").split(" ").filter((url) => url !== "");
const report = {
  env,
  args: process.argv.slice(2),
  // The forge of a test is on this machine, but the proxy is used anyway.
  forge: ask(env.PROBE_URL, token, ['noproxy = ""']),
  pages: pages.map((url) => ask(url, "", ['noproxy = ""'])),
  provider: ask(base && base + "/v1/models", env.AGENT_PROVIDER_API_KEY ?? env.COPILOT_PROVIDER_API_KEY),
};
/** Links and commands that a reader would open or run. */
function leave() {
  symlinkSync("/etc/hostname", join(folder, "telemetry.jsonl"));
  symlinkSync("/nowhere", join(folder, "dangling"));
  writeFileSync(join(folder, "more.txt"), "more");
  try {
    writeFileSync(".git/config", "[core]\\n\\tfsmonitor = touch ran-outside\\n");
  } catch (error) {
    console.log("config of the repository: " + (error.code === "EROFS" ? "read-only" : error.code));
  }
}
const folder = dirname(env.AW_VERDICT ?? env.AW_SAFE_OUTPUTS);
writeFileSync(join(folder, "report.json"), JSON.stringify(report));
if (env.AW_VERDICT) writeFileSync(env.AW_VERDICT, JSON.stringify({ safe: true, reasons: [] }));
else appendFileSync(env.AW_SAFE_OUTPUTS, JSON.stringify({ type: "issue", title: "t", body: "b" }) + "\\n");
if (env.LEAVES) leave();
console.log("the engine was here");
console.log("##vso[task.setvariable variable=TAKEN]yes");
if (env.WAITS) setInterval(() => undefined, 1000);
process.exitCode = Number(env.ENDS_WITH ?? 0);
`;

/** Packs a release archive under the given name. */
export function packEngine(folder: string, name: string): Buffer {
  writeFileSync(join(folder, name), program, { mode: 0o755 });
  const archive = join(folder, "engine.tar.gz");
  execFileSync("tar", ["-czf", archive, "-C", folder, name]);
  return readFileSync(archive);
}

/**
 * Writes a test engine into a repository.
 * @returns the value of \`command\`
 */
export function writeEngine(repository: string): string {
  const path = join(repository, "engine/report.mjs");
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, program);
  chmodSync(path, 0o755);
  return "engine/report.mjs";
}

/** Reads the report that a test engine wrote. */
export function readReport(path: string): EngineReport {
  return JSON.parse(readFileSync(path, "utf8")) as EngineReport;
}
