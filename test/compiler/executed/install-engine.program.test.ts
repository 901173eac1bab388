import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { makeFolder } from "../../temporary-folder.ts";
import { settings } from "../pipeline/compile-text.ts";
import { packEngine } from "./reporting-engine.ts";
import { runAgent, stepsOf } from "./run-agent.ts";
import { openSecureServer } from "./secure-front.ts";

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
const none = "0".repeat(64);

interface Release {
  /** Hash in the release's list; that of the archive if omitted. */
  readonly listed?: string;
  /** Hashes of the pinned release that the compiler contains. */
  readonly pinned?: { readonly x64: string; readonly arm64: string };
  readonly engine?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a job that installs its engine from releases on this machine. */
async function install({ listed, pinned, engine = "{}", env = {} }: Release) {
  const archive = packEngine(makeFolder("release"), "agent");
  const sum = sha256(archive);
  const asked: string[] = [];
  const server = await openSecureServer(({ url = "" }, reply) => {
    asked.push(url);
    if (!url.endsWith("SHA256SUMS.txt")) return reply.end(archive);
    return reply.end(`${none}  other.tar.gz\n${listed ?? sum}  agent-linux-x64.tar.gz\n`);
  });
  const sums = pinned ?? { x64: sum, arm64: sum };
  const releases = `${server.origin}/releases`;
  const ran = await runAgent(`name: probe\nengine: ${engine}`, {
    settings: { engine: { ...settings.engine, releases, sha256: sums } },
    secrets: { FORGE_TOKEN: "the-operators-token" },
    env: { CURL_CA_BUNDLE: server.certificate, HOSTTYPE: "x86_64", ...env },
  });
  const [, , installed, , run] = stepsOf(ran.agent) ?? [];
  return { ...ran, asked, sum, installed, run };
}

const archive = "agent-linux-x64.tar.gz";

describe("the engine of a job", () => {
  test("is the pinned release, whose hash is part of the compiler", async () => {
    const { installed, run, asked, log, sum, report } = await install({});
    expect(asked).toEqual([`/releases/download/v1.0.47/${archive}`]);
    expect([installed, run]).toEqual([
      "Install agent-cli 1.0.47: Succeeded",
      "Run the agent: Succeeded",
    ]);
    expect(log).toContain(`agent-cli 1.0.47, ${sum}`);
    expect(report().args).toContain("--no-ask-user");
  });

  test("is chosen by the machine type", async () => {
    const pinned = { x64: none, arm64: none };
    const { asked, installed } = await install({ pinned, env: { HOSTTYPE: "aarch64" } });
    expect(asked).toEqual(["/releases/download/v1.0.47/agent-linux-arm64.tar.gz"]);
    expect(installed).toContain("Failed");
    const other = await install({ env: { HOSTTYPE: "riscv64" } });
    expect([other.asked, other.installed]).toEqual([[], "Install agent-cli 1.0.47: Failed"]);
    expect(other.log).toContain("agent-cli does not support this machine type.");
  });

  test.each([
    ["{version: 9.9.9}", ["/releases/download/v9.9.9/", "Install agent-cli 9.9.9"]],
    ["{version: v9.9.9}", ["/releases/download/v9.9.9/", "Install agent-cli"]],
    ["{version: latest}", ["/releases/latest/download/", "Install agent-cli (latest): Succeeded"]],
  ])("is checked against the hash in its release: %s", async (engine, [folder = "", step = ""]) => {
    const { asked, installed, run } = await install({ engine, pinned: { x64: none, arm64: none } });
    expect(asked).toEqual([`${folder}${archive}`, `${folder}SHA256SUMS.txt`]);
    expect(installed).toContain(step);
    expect([installed?.split(": ")[1], run]).toEqual(["Succeeded", "Run the agent: Succeeded"]);
  });

  test.each([
    ["of the pinned release", { pinned: { x64: none, arm64: none } }],
    ["of another release", { engine: "{version: 9.9.9}", listed: none }],
    ["of an archive that its release does not list", { engine: "{version: latest}", listed: "" }],
  ])("is not unpacked if the hash %s differs", async (_, release) => {
    const { installed, run, log } = await install(release);
    expect(installed).toMatch(/^Install agent-cli .*: Failed$/);
    expect(run).toBe("Run the agent: Skipped");
    expect(log).toContain("The downloaded file is not the released agent-cli: its hash differs.");
    expect(log).not.toContain("the engine was here");
  });

  test("is the author's own program, if specified, without a download", async () => {
    const { asked, agent } = await install({ engine: "{command: COMMAND}" });
    expect(asked).toEqual([]);
    expect(stepsOf(agent)?.join()).not.toContain("Install agent-cli");
    expect(agent?.result).toBe("Succeeded");
  });
});
