import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openLab, type FirewallOptions, type Lab } from "./lab.ts";
import { readUntil } from "./read-until.ts";
import { allowSudo, type AllowedSudo } from "./sudo.ts";
import { sample } from "../../sample.ts";

let lab: Lab;
let sudo: AllowedSudo;
beforeAll(async () => {
  lab = await openLab();
  sudo = allowSudo(lab);
});
afterAll(() => {
  sudo.remove();
  lab.close();
});

const ways: Readonly<Record<string, () => FirewallOptions>> = {
  "bubblewrap as root": () => ({}),
  "bubblewrap as a user": () => ({ as: "nobody" }),
  "bubblewrap with sudo": () => sudo.run,
  podman: () => ({ runtime: "podman" }),
};

const endings = [
  ["SIGINT", 130],
  ["SIGQUIT", 131],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const;

/**
 * By then its shell is waiting. A shell that gets an earlier signal may notice it only after the
 * child's exit.
 */
const child = "sh -c 'echo ready; exec sleep 600'";

/** Each runs for minutes if a signal reaches only its first process. */
const trees = {
  "a shell with a foreground child": `${child}; exit 3`,
  "a shell that waits for a background child": "sleep 600 & echo ready; wait; exit 3",
  "a shell in a shell": `sh -c "${child}; exit 3"; exit 4`,
};

describe.each(Object.keys(ways))("with %s", (way) => {
  test.each(sample(`signals to a run with ${way}`, endings, 2))(
    "%s stops the command's process group, with %i",
    async (signal, code) => {
      const codes = Object.values(trees).map(async (script) => {
        const { child, ended } = lab.start(["sh", "-c", script], ways[way]?.());
        child.stdout?.once("data", () => child.kill(signal));
        return (await ended).code;
      });
      expect(await Promise.all(codes)).toEqual([code, code, code]);
    },
  );

  test("each process of the group gets a signal once", async () => {
    const script = [
      "import signal, sys, os",
      "names = {signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGHUP}",
      "signal.pthread_sigmask(signal.SIG_BLOCK, names)",
      "os.fork()",
      "print('ready', flush=True)",
      "print(signal.sigwait(names).name, flush=True)",
      "sys.stdin.read()",
      "print(len(signal.sigpending()), flush=True)",
    ].join("\n");
    const options = { ...ways[way]?.(), keepsStdin: true } as const;
    const started = lab.start(["/usr/bin/python3", "-c", script], options);
    const { child, ended } = started;
    await readUntil(started, /ready\nready\n/);
    child.kill("SIGINT");
    await readUntil(started, /SIGINT\nSIGINT\n/);
    child.stdin?.end();
    const { out } = await ended;
    expect(out).toBe("ready\nready\nSIGINT\nSIGINT\n0\n0\n");
  });
});

describe.each(["bubblewrap", "podman"] as const)("with %s", (runtime) => {
  test.each(sample(`signals to a group with ${runtime}`, endings, 2))(
    "%s to the caller's complete group stops the run with %i",
    async (signal, code) => {
      const script = ["sh", "-c", trees["a shell with a foreground child"]];
      const { child, ended } = lab.start(script, { runtime, isLeader: true });
      child.stdout?.once("data", () => process.kill(-(child.pid ?? Number.NaN), signal));
      expect((await ended).code).toBe(code);
    },
  );
});
