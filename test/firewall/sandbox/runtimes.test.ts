import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findRuntimes, planLaunch } from "../../../src/firewall/sandbox/runtimes.ts";
import type { LaunchOptions, Runtime } from "../../../src/firewall/sandbox/runtimes.ts";
import { makeFolder } from "../../temporary-folder.ts";

/** Creates programs of these names, and returns a PATH on which they precede the machine's own. */
function path(...names: readonly string[]): string {
  const folder = makeFolder("programs");
  for (const name of names) {
    writeFileSync(join(folder, name), "");
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}

const all = () => path("bwrap", "sudo", "docker", "podman");
const namesOf = (runtimes: readonly Runtime[]) => runtimes.map(({ name }) => name);

describe("runtimes are tried", () => {
  test("in order from a runtime without privileges to runtimes with a daemon", () => {
    expect(namesOf(findRuntimes("auto", { uid: 1000, path: all(), unsafe: [] }))).toEqual([
      "bubblewrap",
      "bubblewrap with sudo",
      "docker",
      "podman",
    ]);
  });

  test("without sudo if the user is root", () => {
    expect(namesOf(findRuntimes("auto", { uid: 0, path: all(), unsafe: [] }))).toEqual([
      "bubblewrap",
      "docker",
      "podman",
    ]);
  });

  test.each([
    ["bubblewrap", ["bubblewrap", "bubblewrap with sudo"]],
    ["docker", ["docker"]],
    ["podman", ["podman"]],
  ])("as %s if it is selected, without any other runtime as a fallback", (choice, names) => {
    expect(namesOf(findRuntimes(choice, { uid: 1000, path: all(), unsafe: [] }))).toEqual(names);
  });

  test("never from a relative directory", () => {
    const found = findRuntimes("docker", { uid: 0, path: `.:${path("docker")}`, unsafe: [] });
    expect(found.every(({ program }) => program.startsWith("/"))).toBe(true);
  });

  test("never from a directory that a command can write to, or through a link to or from it", () => {
    const [project, elsewhere] = [path("bwrap"), path()];
    symlinkSync(join(project, "bwrap"), join(elsewhere, "bwrap"));
    symlinkSync(project, join(elsewhere, "programs"));
    const outside = path("bwrap");
    symlinkSync(join(outside, "bwrap"), join(project, "docker"));
    const folders = [project, elsewhere, join(elsewhere, "programs"), outside].join(":");
    const found = findRuntimes("auto", {
      uid: 0,
      path: folders,
      unsafe: [join(elsewhere, "programs")],
    });
    expect(found[0]?.program).toBe(join(outside, "bwrap"));
    expect(found.map(({ program }) => program)).not.toContain(join(project, "docker"));
  });

  test("never through a directory that a command can write to, or where package managers link programs", () => {
    const [project, elsewhere, outside] = [path(), path(), path("bwrap")];
    symlinkSync(join(outside, "bwrap"), join(project, "planted"));
    symlinkSync(join(project, "planted"), join(elsewhere, "bwrap"));
    const scripts = join(elsewhere, "node_modules/.bin");
    mkdirSync(scripts, { recursive: true });
    writeFileSync(join(scripts, "bwrap"), "");
    const [found] = findRuntimes("bubblewrap", {
      uid: 0,
      path: [elsewhere, scripts, `${scripts}/`, outside].join(":"),
      unsafe: [project],
    });
    expect(found?.program).toBe(join(outside, "bwrap"));
  });
});

const caller = { uid: 1000, gid: 1000, name: "mona", home: "/home/mona", cameBySudo: false };
const options: LaunchOptions = {
  starter: "/s",
  folder: "/session",
  image: "gatehouse-empty:1",
  session: "aB3dE9",
  hasTerminal: false,
  input: "other",
  localPorts: [3128],
  caughtPorts: [80, 443],
  command: ["agent", "--x"],
  uid: 1000,
  environment: { DOCKER_HOST: "unix:///d" },
  limits: { memory: undefined, pids: undefined, disk: undefined },
};

function plan(name: Runtime["name"], more: Partial<LaunchOptions> = {}) {
  const runtime = { name, reason: "", program: `/usr/bin/${name.split(" ")[0]}` };
  const { args, ...launch } = planLaunch(
    runtime,
    { caller, workFolder: "/w", mounts: [] },
    { ...options, ...more },
  );
  return { ...launch, words: args.join(" ") };
}

describe("a runtime is started so that", () => {
  test.each([
    ["bubblewrap", 1000, true],
    ["bubblewrap", 0, false],
    ["bubblewrap with sudo", 1000, false],
  ] as const)("%s by uid %i creates a user namespace: %j", (name, uid, makesOne) => {
    const { words } = plan(name, { uid });
    expect(words.includes("--unshare-user")).toBe(makesOne);
    expect(words.includes(" -m ")).toBe(makesOne);
    expect(words).toContain("-u 1000 -g 1000");
  });

  test("sudo does not prompt, and sudo's own options end with --", () => {
    expect(plan("bubblewrap with sudo").words).toMatch(/^-n -- bwrap --unshare-net /);
  });

  test("a runtime that creates the container itself gets no variables", () => {
    expect(plan("bubblewrap").environment).toEqual({});
    expect(plan("bubblewrap with sudo").environment).toEqual({});
    expect(plan("docker").environment).toEqual({ DOCKER_HOST: "unix:///d" });
  });

  test("only a runtime that passes file descriptors works without a named channel", () => {
    expect(plan("bubblewrap")).not.toHaveProperty("channel");
    for (const name of ["bubblewrap with sudo", "docker", "podman"] as const) {
      expect(plan(name).channel).toBe("/session/channel");
      expect(plan(name).words).toContain(" inside -c /run/gatehouse/channel ");
    }
  });

  test("the command follows --, whatever the command is", () => {
    for (const name of ["bubblewrap", "docker"] as const) {
      expect(plan(name).words).toMatch(/ -p 3128 -l 80 -l 443 -n -- agent --x$/);
    }
  });

  test("Ctrl-C reaches a runtime directly only if the runtime is between terminal and command", () => {
    expect(plan("bubblewrap", { hasTerminal: true }).isApart).toBe(true);
    expect(plan("docker", { hasTerminal: true, input: "terminal" }).isApart).toBe(false);
    expect(plan("bubblewrap with sudo", { hasTerminal: true }).isApart).toBe(false);
    expect(plan("docker").isApart).toBe(true);
  });

  const limits = { memory: 6000, pids: 7, disk: 5000 };
  const group = {
    joins: ["/m/cgroup.procs"],
    limited: new Set(["memory", "pids"] as const),
    remove: () => undefined,
  };
  const enforcers = (...given: Parameters<typeof plan>) =>
    plan(...given).limits.map(({ enforcedBy }) => enforcedBy);

  test("a control group limits memory and processes, and the runtime joins it", () => {
    for (const name of ["bubblewrap", "bubblewrap with sudo"] as const) {
      expect(enforcers(name, { limits, group })).toEqual(["cgroup", "cgroup", "tmpfs"]);
      expect(plan(name, { limits, group }).joins).toEqual(["/m/cgroup.procs"]);
      expect(plan(name, { limits, group }).words).not.toContain(" -r 7 ");
    }
  });

  test("without a control group, only a user namespace limits processes, and memory is not limited", () => {
    expect(enforcers("bubblewrap", { limits })).toEqual([undefined, "rlimit", "tmpfs"]);
    expect(plan("bubblewrap", { limits }).words).toContain(" -r 7 ");
    for (const [name, uid] of [
      ["bubblewrap", 0],
      ["bubblewrap with sudo", 1000],
    ] as const) {
      expect(enforcers(name, { limits, uid })).toEqual([undefined, undefined, "tmpfs"]);
      expect(plan(name, { limits, uid }).words).not.toContain(" -r 7 ");
    }
  });

  test("docker and podman use their own control groups", () => {
    expect(enforcers("docker", { limits })).toEqual(["docker", "docker", "tmpfs"]);
    expect(enforcers("podman", { limits })).toEqual(["podman", "podman", "tmpfs"]);
  });

  test("podman keeps the caller's uid only if the caller is not root", () => {
    expect(plan("podman").words).toContain("--userns keep-id");
    expect(plan("podman", { uid: 0 }).words).not.toContain("--userns");
  });
});
