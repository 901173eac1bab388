import { statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runToEnd } from "../../commands/installed-program.ts";
import { provideBubblewrap } from "./bubblewraps.ts";
import { openLab, type FirewallOptions, type Lab } from "./lab.ts";
import { podmanEnvironment } from "./podman.ts";
import type { MachineFinding } from "../../../src/firewall/check-machine.ts";

/** A supplementary group that root could have. The command must not have it. */
const shadow = 42;
let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const bubblewrap = "without capabilities (simulated)";
const run = (script: string, options: FirewallOptions) =>
  lab.run(["sh", "-c", script], { ...options, bubblewrap });

beforeEach(() => {
  const groups = process.getgroups?.() ?? [];
  process.setgroups?.([...groups, shadow]);
  return () => process.setgroups?.(groups);
});

describe.each(["nobody", "root"] as const)("if bubblewrap gets no capabilities, as %s", (as) => {
  test("the command runs as its user, without capabilities and with the system call filter", async () => {
    const script = "id -u; id -G; grep -E '^(Cap|NoNewPrivs|Seccomp:)' /proc/self/status";
    const { code, out } = await run(script, { as });
    expect(code).toBe(0);
    const [uid, groups, ...status] = out.trim().split("\n");
    const own = as === "root" ? "0" : "65534";
    expect({ uid, groups }).toEqual({ uid: own, groups: own });
    expect(status.filter((line) => /^Cap(Inh|Prm|Eff|Amb):\s+0{16}$/.test(line))).toHaveLength(4);
    expect(status.join()).toMatch(/NoNewPrivs:\s+1,Seccomp:\s+2$/);
  });

  test("the proxy's rules apply, and it is reported that no connection is captured", async () => {
    const script = `curl -s https://b.test/ok; curl -s https://a.test/ || echo refused $?
      curl -s --noproxy '*' --max-time 5 https://b.test/ || echo not captured $?`;
    const options = ["--ssl-bump", "--allow-domains", "b.test", "--json"];
    const { out, err } = await run(script, { as, options });
    expect(out).toMatch(/^origin of b\.test\n[^]*not captured [67]\n$/);
    expect(out).not.toContain("origin of a.test");
    expect(err).toContain("because bubblewrap has no capabilities here");
    const report: unknown = JSON.parse(err.trim().split("\n").at(-1) ?? "");
    expect(report).toMatchObject({
      session: { runtime: "bubblewrap", failed: [], uncaught: [80, 443, 22, 53] },
    });
  });
});

test("a limit on processes applies to an ordinary user", async () => {
  const script = "for i in 1 2 3 4 5 6 7 8 9; do sleep 1 & done; wait";
  const { err } = await run(script, { as: "nobody", options: ["--pids", "8"] });
  expect(err).toMatch(/fork/i);
});

test("doctor reports no failure, because tools that do not use the proxy are not tested", async () => {
  const { home } = lab.makeFolders();
  const PATH = [...provideBubblewrap(bubblewrap, lab.folder), "/usr/bin", "/bin"].join(":");
  const env = { PATH, HOME: home, ...podmanEnvironment(lab.folder) };
  const args = [join(lab.folder, "program/cli.js"), "firewall", "doctor", "--json"];
  const { code, out } = await runToEnd(process.execPath, args, { env });
  expect(out).toContain("ports not captured");
  const { findings } = JSON.parse(out) as { findings: MachineFinding[] };
  expect(findings.filter(({ state }) => state === "fail")).toEqual([]);
  expect(code).toBe(0);
  const stateOf = (tool: string) => findings.find(({ subject }) => subject === tool)?.state;
  expect(stateOf("openssl")).toBe("pass");
  const usesProxy = process.allowedNodeEnvironmentFlags.has("--use-env-proxy");
  expect(stateOf("node")).toBe(usesProxy ? "pass" : "unknown");
});

test("through sudo, bubblewrap starts as the caller, because it could not change the user later", async () => {
  const env = { SUDO_UID: "65534", SUDO_GID: "65534", SUDO_USER: "nobody" };
  const folders = lab.makeFolders("nobody");
  const script = "id -u; id -G; touch file && cat /etc/shadow; curl -s https://b.test/ok";
  const options = ["--ssl-bump", "--allow-domains", "b.test", "--json"];
  const { code, out, err } = await run(script, { env, folders, options });
  expect({ code, out }).toEqual({ code: 0, out: "65534\n65534\norigin of b.test\n" });
  expect(statSync(join(folders.work, "file"))).toMatchObject({ uid: 65_534, gid: 65_534 });
  const report: unknown = JSON.parse(err.trim().split("\n").at(-1) ?? "");
  expect(report).toMatchObject({ session: { runtime: "bubblewrap", failed: [] } });
});
