import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openLab, type FirewallOptions, type Lab } from "./lab.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const sh = (script: string) => ["sh", "-c", script];
const rules = ["--allow-domains", "b.test"];

describe("the exit code is the command's own, or describes how the command ended", () => {
  test.each([
    [0, sh("true"), []],
    [42, sh("exit 42"), []],
    [255, sh("exit 255"), []],
    [127, ["no-such-program"], []],
    [126, ["/etc/passwd"], []],
    [125, sh("true"), ["--runtime", "none"]],
    [125, sh("true"), ["--allow-urls", "a.test"]],
    [124, sh("sleep 60"), ["--timeout", "0.3"]],
    [143, sh("kill -TERM $$"), []],
    [137, sh("kill -KILL $$"), []],
  ])("%i for %j %j", async (code, command, options) => {
    const ran = await lab.run(command, { options: [...rules, ...options] });
    expect(ran).toMatchObject({ code });
  });

  test.each([
    [143, "SIGTERM"],
    [130, "SIGINT"],
    [129, "SIGHUP"],
  ] as const)("%i if the front process receives %s, also with podman", async (code, signal) => {
    const ways = ["bubblewrap", "podman"] as const;
    const codes = ways.map(async (runtime) => {
      const started = lab.start(sh("echo ready; exec sleep 60"), { runtime, options: rules });
      const { stdout } = started.child;
      stdout?.once("data", () => started.child.kill(signal));
      return (await started.ended).code;
    });
    expect(await Promise.all(codes)).toEqual([code, code]);
  });

  test("a signal to the command's complete group remains inside", async () => {
    const { home, work, logs } = lab.makeFolders();
    const cli = join(lab.folder, "program/cli.js");
    const outside = '"$@"; code=$?; echo "survived $code"';
    const args = ["firewall", "--runtime", "bubblewrap", "--proxy-logs-dir", logs, ...rules];
    // The shell is in the process group of gatehouse, so a signal that escaped would stop only
    // these two.
    const child = spawn(
      "sh",
      ["-c", outside, "sh", process.execPath, cli, ...args, "--", ...sh("kill -9 0")],
      {
        detached: true,
        cwd: work,
        env: { PATH: process.env["PATH"], HOME: home },
        stdio: ["ignore", "pipe", "ignore"],
      },
    );
    const [message] = await Promise.all([text(child.stdout), once(child, "close")]);
    expect(message).toBe("survived 137\n");
  });
});

test("input, output and errors pass through unchanged", async () => {
  const ways: readonly FirewallOptions[] = [{}, { as: "nobody" }, { runtime: "podman" }];
  const stdin = "one\0two\u00ff\n".repeat(50_000);
  const ran = ways.map((way) =>
    lab.run(sh("cat; echo to stderr >&2"), { ...way, stdin, options: rules }),
  );
  for (const { code, out, err } of await Promise.all(ran)) {
    expect(code).toBe(0);
    expect(out === stdin).toBe(true);
    expect(err).toBe("to stderr\n");
  }
});

describe("the environment", () => {
  const env = { SECRET_ONE: "1", SECRET_TWO: "2", LC_TIME: "C", TERM: "dumb" };
  const read = async (...options: string[]) => {
    const { out } = await lab.run(["env", "-0"], { env, options: [...rules, ...options] });
    return Object.fromEntries(out.split("\0").map((line) => line.split(/=(.*)/s)));
  };

  test("contains only chosen variables", async () => {
    const found = await read("--env", "MINE=a=b");
    expect(found).toMatchObject({
      MINE: "a=b",
      LC_TIME: "C",
      TERM: "dumb",
      NO_PROXY: expect.anything(),
    });
    expect(Object.keys(found)).not.toContain("SECRET_ONE");
  });

  test("is passed completely on request, without excluded variables", async () => {
    const found = await read("--env-all", "--exclude-env", "SECRET_TWO");
    expect(found).toMatchObject({ SECRET_ONE: "1", HTTPS_PROXY: "http://127.0.0.1:3128" });
    expect(Object.keys(found)).not.toContain("SECRET_TWO");
  });
});

test("a denial names the contact from --contact", async () => {
  const { out } = await lab.run(sh("curl -s http://other.test/"), {
    options: [...rules, "--contact", "Jane, or #agents"],
  });
  expect(out).toMatch(/Blocked by policy: no rule allows other\.test\./m);
  expect(out).toContain("Ask Jane, or #agents.\n");
});

test("the proxy's memory is excluded from core dumps", async () => {
  const { child, ended } = lab.start(sh("echo started; exec sleep 60"), { options: rules });
  await once(child.stdout ?? process.stdin, "data");
  const filter = readFileSync(`/proc/${child.pid}/coredump_filter`, "utf8").trim();
  expect(filter).toBe("00000000");
  child.kill("SIGTERM");
  await ended;
});

test("an unused image is reported before the command prints anything", async () => {
  const { code, err } = await lab.run(sh("echo first >&2"), {
    options: [...rules, "--image", "mine"],
  });
  expect({ code, err }).toMatchObject({ code: 0 });
  expect(err).toMatch(/^ ! --image mine has no effect, because bubblewrap uses [^]*\nfirst\n$/);
});

test("folders are mounted where the options put them", async () => {
  const folders = lab.makeFolders();
  const [kept, given, elsewhere] = ["kept", "given", "elsewhere"].map((name) => {
    const path = join(folders.home, name);
    mkdirSync(path);
    writeFileSync(join(path, "file"), name);
    return path;
  });
  const config = join(folders.work, "rules.yml");
  writeFileSync(config, "allow-domains: [b.test]\n");
  const script =
    "pwd; cat /tmp/kept/file /tmp/given/file; echo new > /tmp/given/new; echo new > made; echo no > /tmp/kept/new; curl -s http://b.test/ok/hello";
  const { out, code } = await lab.run(sh(script), {
    folders,
    options: [
      "--config",
      config,
      "--container-workdir",
      String(elsewhere),
      "--mount",
      `${kept}:/tmp/kept:ro`,
      "--mount",
      `${given}:/tmp/given`,
    ],
  });
  expect({ out, code }).toEqual({ out: `${elsewhere}\nkeptgivenorigin of b.test\n`, code: 0 });
  expect(readFileSync(join(String(given), "new"), "utf8")).toBe("new\n");
  expect(readFileSync(join(String(elsewhere), "made"), "utf8")).toBe("new\n");
});

test("if only root can create a container, sudo creates it and the command runs as the caller", async () => {
  const name = `/etc/sudoers.d/gatehouse-${randomUUID()}`;
  onTestFinished(() => rmSync(name, { force: true }));
  writeFileSync(name, "nobody ALL=(root) NOPASSWD: ALL\n", { mode: 0o440 });
  const folders = lab.makeFolders("nobody");
  const bin = join(lab.folder, "refusing");
  mkdirSync(bin);
  writeFileSync(
    join(bin, "bwrap"),
    "#!/bin/sh\necho 'setting up uid map: Permission denied' >&2\nexit 1\n",
  );
  chmodSync(join(bin, "bwrap"), 0o755);
  const script =
    "id -u; grep -E 'CapEff|NoNewPrivs' /proc/self/status; env | grep -c SUDO; curl -s https://b.test/ok/hello; exit 42";
  const { code, out, err } = await lab.run(sh(script), {
    as: "nobody",
    folders,
    env: { PATH: `${bin}:/usr/bin:/bin` },
    options: ["--ssl-bump", ...rules],
  });
  expect(out).toBe("65534\nCapEff:\t0000000000000000\nNoNewPrivs:\t1\n0\norigin of b.test\n");
  // A fallback to another runtime is always reported.
  expect(err).toContain("setting up uid map: Permission denied");
  expect(code).toBe(42);
});
