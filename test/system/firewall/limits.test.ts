import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findLiving, waitUntilEmpty } from "./gone.ts";
import { openLab, type FirewallOptions, type Lab } from "./lab.ts";
import { readUntil } from "./read-until.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const ways: Readonly<Record<string, FirewallOptions>> = {
  "bubblewrap as root": {},
  "bubblewrap as a user": { as: "nobody" },
  podman: { runtime: "podman" },
};
const sh = (script: string) => ["sh", "-c", script];

/** Waits until the command has printed text that matches the pattern. */
/** Parses the report of a run, which `--json` prints last. */
function readLimits(err: string): unknown {
  const report: unknown = JSON.parse(err.trim().split("\n").at(-1) ?? "");
  return report;
}

const mebibyte = 1024 ** 2;

describe.each(Object.keys(ways))("with %s", (way) => {
  test("a fork bomb stays within --pids, and this machine remains responsive", async () => {
    // Doubles ten times and stops: 2047 processes without a limit. Bash waits and retries, whereas
    // dash exits.
    const bomb = [
      'bomb() { [ "$1" -eq 0 ] && exec sleep 600',
      "bomb $(($1 - 1)) & bomb $(($1 - 1)) & wait; }",
      "readlink /proc/self/ns/pid; bomb 10",
    ].join("; ");
    const options = { ...ways[way], options: ["--pids", "40"] };
    const started = lab.start(["bash", "-c", bomb], options);
    const [namespace] = await Promise.all([
      readUntil(started, /\]\n/),
      readUntil(started, /fork/i, "stderr"),
    ]);
    const living = findLiving(namespace.trim());
    expect(living.length).toBeGreaterThan(1);
    expect(living.length).toBeLessThanOrEqual(40);
    expect(spawnSync("true").status).toBe(0);
    started.child.kill("SIGKILL");
    await started.ended;
    await waitUntilEmpty(namespace.trim());
  });

  test("no directory in memory grows beyond --disk", async () => {
    const script = `
      for folder in /tmp /var/tmp /run "$HOME" /dev/shm /dev; do
        head -c 100000000 /dev/zero > "$folder/fill" && stat -c 'all of %s' "$folder/fill"
      done
      df --output=target,size -B1 -t tmpfs /tmp /var/tmp /run "$HOME" /dev/shm`;
    const { out } = await lab.run(sh(script), { ...ways[way], options: ["--disk", "16M"] });
    expect(out).not.toContain("all of");
    const sizes = [...out.matchAll(/ (\d+)$/gm)].map(([, size]) => Number(size));
    expect(sizes).toEqual(Array.from({ length: 5 }, () => 16 * mebibyte));
  });

  test("limits can be disabled, and the report shows it", async () => {
    const options = ["--json", "--memory", "0", "--pids", "unlimited", "--disk", "0"];
    const { code, err } = await lab.run(["true"], { ...ways[way], options });
    expect(code).toBe(0);
    expect(readLimits(err)).toMatchObject({
      session: { warnings: [], limits: [{ name: "memory" }, { name: "pids" }, { name: "disk" }] },
    });
  });

  test("the processes of an ordinary run are within the defaults", async () => {
    const script = "for i in $(seq 200); do sleep 600 & done; head -c 100000000 /dev/zero > /tmp/a";
    expect(await lab.run(sh(script), ways[way])).toMatchObject({ code: 0, err: "" });
  });
});

const allocate = ["/usr/bin/python3", "-c", "print(len(b'a' * 300_000_000))"];

test.each(["bubblewrap", "podman"] as const)(
  "%s kills a command that needs more than --memory",
  async (runtime) => {
    const { code, out } = await lab.run(allocate, { runtime, options: ["--memory", "128M"] });
    expect({ code, out }).toEqual({ code: 137, out: "" });
  },
);

test("files in memory count as memory", async () => {
  const options = ["--memory", "64M", "--disk", "512M"];
  const { code } = await lab.run(sh("head -c 300000000 /dev/zero > /tmp/a; true"), { options });
  const { code: less } = await lab.run(sh("head -c 30000000 /dev/zero > /tmp/a"), { options });
  expect([code, less]).toEqual([expect.any(Number), 0]);
});

test("a limit that cannot be enforced is named before the command starts, and in the report", async () => {
  const { code, err } = await lab.run(sh("echo first >&2"), {
    as: "nobody",
    options: ["--json", "--memory", "1G"],
  });
  expect(code).toBe(0);
  expect(err).toMatch(/^ ! Memory is not limited: --memory requires a control group[^]*\nfirst\n/);
  expect(readLimits(err)).toMatchObject({
    session: {
      limits: [
        { name: "memory", most: 1024 ** 3 },
        { name: "pids", most: 4096, enforcedBy: "rlimit" },
        { name: "disk", enforcedBy: "tmpfs" },
      ],
    },
  });
});

const groupsOf = (pattern: string) =>
  execFileSync("find", ["/sys/fs/cgroup", "-type", "d", "-name", pattern], { encoding: "utf8" });

test("a run leaves no control group; the next run deletes that of a killed run", async () => {
  const started = lab.start(sh("readlink /proc/self/ns/pid; exec sleep 600"));
  const namespace = (await readUntil(started, /\]\n/)).trim();
  const [first = ""] = findLiving(namespace);
  const path = readFileSync(`/proc/${first}/cgroup`, "utf8");
  const name = /gatehouse-\d{8}-\d{6}-\w{6}$/m.exec(path)?.[0] ?? "none";
  expect(groupsOf(name)).not.toBe("");
  started.child.kill("SIGKILL");
  await started.ended;
  await waitUntilEmpty(namespace);
  const { err } = await lab.run(["true"], { options: ["--json"] });
  const id = /"id":"(\w+)"/.exec(err)?.[1] ?? "none";
  expect(groupsOf(name)).toBe("");
  expect(groupsOf(`gatehouse-*-${id}`)).toBe("");
});
