import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type * as net from "node:net";
import { constants } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { NoRuntime } from "../../../src/firewall/sandbox/no-runtime.ts";
import { openContainer } from "../../../src/firewall/sandbox/open-container.ts";
import { planLaunch } from "../../../src/firewall/sandbox/runtimes.ts";
import type { Runtime } from "../../../src/firewall/sandbox/runtimes.ts";
import { startContainer } from "../../../src/firewall/sandbox/start-container.ts";
import { machine } from "../../system/machine.ts";
import { makeFolder } from "../../temporary-folder.ts";
import { openReal, realOptions, realPlan } from "./open-real.ts";

/** Returns the file that a script wrote into the working directory. */
async function readFromInside(script: string, file = "out"): Promise<string> {
  const { run, work } = await openReal(["sh", "-c", script]);
  await run();
  return readFileSync(join(work, file), "utf8").trim();
}

describe("a container in bubblewrap", () => {
  test("exits with the command's code, and passes its sockets out before the command starts", async () => {
    const { run, servers, names, uncaught, runtime } = await openReal(["sh", "-c", "exit 42"]);
    expect([...servers.keys()].toSorted((a, b) => a - b)).toEqual([80, 443, 3128]);
    expect(names).toBeDefined();
    expect({ uncaught, name: runtime.name }).toEqual({ uncaught: [], name: "bubblewrap" });
    expect(await run()).toEqual({ kind: "exit", code: 42 });
  });

  test("reports a signal, a missing program, and a program that cannot be executed", async () => {
    const killed = await openReal(["sh", "-c", "kill -KILL $$"]);
    expect(await killed.run()).toEqual({ kind: "killed", signal: constants.signals.SIGKILL });
    const none = await openReal(["no-such-program"]);
    expect(await none.run()).toEqual({ kind: "refused", errno: constants.errno.ENOENT });
    const folder = await openReal(["/etc"]);
    expect(await folder.run()).toEqual({ kind: "refused", errno: constants.errno.EACCES });
  });

  test("gives the command no capabilities, and prevents it from gaining any", async () => {
    const status = await readFromInside("cat /proc/self/status > out");
    expect(status.match(/^Cap\w+:\s+(?!0{16}$).+$/gm)).toBeNull();
    expect(status).toMatch(/^NoNewPrivs:\s+1$/m);
    expect(status).toMatch(/^Seccomp:\s+2$/m);
  });

  test("does not write a core file, whatever limit the command sets", async () => {
    const crash = "ulimit -c unlimited 2>/dev/null; sh -c 'kill -SEGV $$' 2>/dev/null";
    const { run, work } = await openReal([
      "sh",
      "-c",
      `grep 'core file' /proc/self/limits > out; ${crash}; ls >> out`,
    ]);
    await run();
    const seen = readFileSync(join(work, "out"), "utf8");
    // With a limit of 0 the kernel would still start the program that collects core dumps outside, if there is one.
    expect(seen).toMatch(/^Max core file size +[01] +[01] +bytes *\nout\n$/);
  });

  test("has only the loopback network, and no processes of the host", async () => {
    const seen = await readFromInside(
      "ls /sys/class/net /proc 2>/dev/null > out; cat /proc/net/dev >> out",
    );
    expect(seen.match(/^\s*\w+:/gm)?.map((name) => name.trim())).toEqual(["lo:"]);
    expect(Number(await readFromInside("ls /proc | grep -c '^[0-9]' > out"))).toBeLessThan(8);
  });

  test("has no writable files below /proc, except in process directories", async () => {
    const script = `
      find /proc -mindepth 1 -path '/proc/[0-9]*' -prune -o -type f -writable -print 2>/dev/null |
      while read -r file; do test -f "$file" && echo "$file"; done > out`;
    expect(await readFromInside(script)).toBe("");
  });

  test("forwards a connection that is made inside to the socket outside", async () => {
    const { run, servers } = await openReal(
      ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/3128; cat <&3 > out"],
      {},
    );
    servers.get(3128)?.on("connection", (socket: net.Socket) => socket.end("hello"));
    expect(await run()).toEqual({ kind: "exit", code: 0 });
  });

  test("protects a file in the working directory from the command", async () => {
    const script = "echo x > logs/access.log; rm -f logs/access.log; mv logs old; echo $? > out";
    const first = await openReal(["sh", "-c", "mkdir logs; echo kept > logs/access.log"]);
    await first.run();
    const file = join(first.work, "logs/access.log");
    const second = await openReal(["sh", "-c", script], {
      plan: { workFolder: first.work, kept: [file] },
    });
    await second.run();
    expect(readFileSync(file, "utf8")).toBe("kept\n");
    expect(readFileSync(join(first.work, "out"), "utf8")).not.toBe("0\n");
  });
});

describe("the first runtime that actually starts a container is used", () => {
  const working = (): Runtime => ({ name: "docker", reason: "second", program: machine().bwrap });

  test("runtimes that failed before are reported with their error messages", async () => {
    const broken: Runtime = { name: "bubblewrap", reason: "first", program: "/bin/false" };
    const bubblewrap: Runtime = { ...working(), name: "bubblewrap" };
    const opened = await openContainer([broken, bubblewrap], realPlan(), realOptions(["true"]));
    expect(opened.failed).toEqual([{ runtime: "bubblewrap", complaint: "exited with 1" }]);
    expect(opened.runtime.reason).toBe("second");
    opened.container.signal("SIGKILL");
    opened.container.begin("");
    await opened.container.ended;
    for (const server of opened.servers.values()) server.close();
    opened.names?.close();
  });

  test("a runtime that refuses limits starts without limits, and no limit is reported as enforced", async () => {
    const folder = makeFolder("bin");
    const [program, mark] = [join(folder, "bwrap"), join(folder, "refused")];
    const refuse = `touch '${mark}'; echo 'cannot set memory limit: no cgroup' >&2; exit 1`;
    const script = `#!/bin/sh\n[ -e '${mark}' ] || { ${refuse}; }\nexec '${machine().bwrap}' "$@"\n`;
    writeFileSync(program, script, { mode: 0o755 });
    const limits = { memory: 2 ** 30, pids: 100, disk: 2 ** 25 };
    const options = { ...realOptions(["true"]), limits };
    const refusing: Runtime = { name: "bubblewrap", reason: "", program };
    const opened = await openContainer([refusing], realPlan(), options);
    opened.container.begin("");
    await opened.container.ended;
    for (const each of opened.servers.values()) each.close();
    opened.names?.close();
    expect(opened.failed).toEqual([]);
    expect(opened.limits).toEqual([
      { name: "memory", most: 2 ** 30 },
      { name: "pids", most: 100 },
      { name: "disk", most: 2 ** 25, enforcedBy: "tmpfs" },
    ]);
  });

  test("an error about a path that resembles a limit does not remove the limits", async () => {
    const folder = makeFolder("bin");
    const [program, mark] = [join(folder, "bwrap"), join(folder, "refused")];
    const refuse = `touch '${mark}'; echo 'bwrap: Can not bind /w/limit/--size/cgroup: gone' >&2; exit 1`;
    const script = `#!/bin/sh\n[ -e '${mark}' ] || { ${refuse}; }\nexec '${machine().bwrap}' "$@"\n`;
    writeFileSync(program, script, { mode: 0o755 });
    const limits = { memory: 2 ** 30, pids: 100, disk: 2 ** 25 };
    const refusing: Runtime = { name: "bubblewrap", reason: "", program };
    const opening = openContainer([refusing], realPlan(), { ...realOptions(["true"]), limits });
    await expect(opening).rejects.toThrow(NoRuntime);
  });

  test.each([
    ["without the --size option", "bwrap: Unknown option --size"],
    ["that is setuid", "bwrap: The --size option is not permitted in setuid mode"],
  ])("a bubblewrap %s starts without a disk limit", async (_, complaint) => {
    const program = join(makeFolder("bin"), "bwrap");
    const refuse = `case " $* " in *' --size '*) echo '${complaint}' >&2; exit 1;; esac`;
    writeFileSync(program, `#!/bin/sh\n${refuse}\nexec '${machine().bwrap}' "$@"\n`, {
      mode: 0o755,
    });
    const limits = { memory: undefined, pids: undefined, disk: 2 ** 25 };
    const old: Runtime = { name: "bubblewrap", reason: "", program };
    const opened = await openContainer([old], realPlan(), { ...realOptions(["true"]), limits });
    opened.container.begin("");
    await opened.container.ended;
    for (const each of opened.servers.values()) each.close();
    opened.names?.close();
    expect(opened.failed).toEqual([]);
    expect(opened.limits).toEqual([
      { name: "memory" },
      { name: "pids" },
      { name: "disk", most: 2 ** 25 },
    ]);
  });

  test("a bubblewrap that gives no capabilities is rejected before any socket is passed out", async () => {
    const program = join(makeFolder("bin"), "bwrap");
    const skip = 'if [ "$1" = --cap-add ]; then shift 2; else given+=("$1"); shift; fi';
    const script = `#!/bin/bash\nwhile [ "$1" != -- ]; do ${skip}; done\nexec '${machine().bwrap}' "\${given[@]}" "$@"\n`;
    writeFileSync(program, script, { mode: 0o755 });
    const denying: Runtime = { name: "bubblewrap", reason: "", program };
    const heard: string[] = [];
    const starting = startContainer(
      planLaunch(denying, realPlan(), realOptions(["true"])),
      ({ kind }) => heard.push(kind),
    );
    await expect(starting).rejects.toMatchObject({ complaint: "capabilities: EPERM" });
    expect(heard).toEqual(["failed"]);
  });

  test("a second attempt with a named channel is not stopped by the socket of the first", async () => {
    const program = join(makeFolder("bin"), "sudo");
    writeFileSync(program, "#!/bin/sh\necho 'no controller' >&2; exit 3\n", { mode: 0o755 });
    const sudo: Runtime = { name: "bubblewrap with sudo", reason: "", program };
    const opening = openContainer([sudo, sudo], realPlan(), realOptions(["true"]));
    await expect(opening).rejects.toMatchObject({
      attempts: [{ complaint: "exited with 3" }, { complaint: "exited with 3" }],
    });
  });

  test("if no runtime works, nothing is started, and each runtime has an error message", async () => {
    const all: readonly Runtime[] = [
      { name: "bubblewrap", reason: "", program: "/nonexistent/bwrap" },
      { name: "bubblewrap with sudo", reason: "", program: "/bin/false" },
      { name: "docker", reason: "", program: "/bin/false" },
    ];
    const opening = openContainer(all, realPlan(), realOptions(["true"]));
    const error = await opening.catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(NoRuntime);
    expect(String(error)).toContain("docker: exited with 1");
    expect(error).toMatchObject({
      attempts: [
        { runtime: "bubblewrap" },
        { runtime: "bubblewrap with sudo" },
        { runtime: "docker" },
      ],
    });
  });

  test("a hidden socket that disappears while the container is created no longer has to be hidden", async () => {
    const shown = makeFolder("shown");
    const socket = join(shown, "run.sock");
    const server = createServer().listen(socket);
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const program = join(makeFolder("bin"), "bwrap");
    const script = `#!/bin/sh\nrm -f '${socket}'\nexec '${machine().bwrap}' "$@"\n`;
    writeFileSync(program, script, { mode: 0o755 });
    const bind = { kind: "bind", source: shown, target: shown, isWritable: false } as const;
    const plan = realPlan({ mounts: [bind], sockets: [socket] });
    expect(plan.mounts).toContainEqual({ kind: "hidden", target: socket });
    const going: Runtime = { name: "bubblewrap", reason: "", program };
    const opened = await openContainer([going], plan, realOptions(["true"]));
    expect(opened.failed).toEqual([]);
    opened.container.begin("");
    await opened.container.ended;
    for (const each of opened.servers.values()) each.close();
    opened.names?.close();
  });

  test("a missing mount does not cause a fallback to a weaker container", async () => {
    const requests = {
      mounts: [{ kind: "bind", source: "/nonexistent", target: "/x", isWritable: false }],
    } as const;
    await expect(openReal(["true"], { plan: requests })).rejects.toThrow("/nonexistent");
  });
});
