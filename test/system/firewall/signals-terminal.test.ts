import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { startInTerminal } from "../../pty/pty.ts";
import { openLab, type Lab } from "./lab.ts";
import { podmanEnvironment } from "./podman.ts";
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

const ways = ["bubblewrap as root", "bubblewrap as a user", "bubblewrap with sudo", "podman"];

/** Starts the firewall as the only process group of a terminal. */
function start(way: string, command: readonly string[], isPiped = false) {
  const as = way === "bubblewrap as a user" || way === "bubblewrap with sudo" ? "nobody" : "root";
  const { home, work, logs } = lab.makeFolders(as);
  const runtime = way === "podman" ? "podman" : "bubblewrap";
  const options = ["--runtime", runtime, "--proxy-logs-dir", logs, "--log-level", "error"];
  const program = [process.execPath, join(lab.folder, "program/cli.js"), "firewall", ...options];
  const user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
  const run = [...program, "--", ...command];
  const piped = isPiped ? ["sh", "-c", '"$@" | cat', "sh", ...run] : run;
  const [first = "", ...args] = [...(as === "nobody" ? user : []), ...piped];
  const env = {
    PATH: "/usr/bin:/bin",
    HOME: home,
    ...(way === "bubblewrap with sudo" ? sudo.run.env : {}),
    ...(way === "podman" ? podmanEnvironment(lab.folder) : {}),
  };
  const terminal = startInTerminal({ command: first, args, cwd: work, env });
  onTestFinished(() => terminal.kill());
  return terminal;
}

const tree = ["sh", "-c", "sh -c 'echo ready; exec sleep 600'; exit 3"];

const signals = [
  ["SIGINT", 130],
  ["SIGQUIT", 131],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const;

describe.each(ways)("in a terminal, with %s", (way) => {
  test("a command whose output is piped runs, and Ctrl-C stops it", async () => {
    const terminal = start(way, ["sh", "-c", "echo ready; exec sleep 600"], true);
    await terminal.waitFor("ready");
    terminal.write("\u0003");
    expect(await terminal.exited).toMatchObject({ exitCode: expect.any(Number) });
  });

  test.each([
    ["Ctrl-C", "\u0003", 130],
    ["Ctrl-\\", "\u001c", 131],
  ])("%s stops a shell and its foreground child", async (_name, key, code) => {
    const terminal = start(way, tree);
    await terminal.waitFor("ready");
    terminal.write(key);
    expect(await terminal.exited).toMatchObject({ exitCode: code });
  });

  test.each(sample(`signals in a terminal with ${way}`, signals, 2))(
    "%s from another process stops both with %i",
    async (signal, code) => {
      const terminal = start(way, tree);
      await terminal.waitFor("ready");
      process.kill(terminal.pid, signal);
      expect(await terminal.exited).toMatchObject({ exitCode: code });
    },
  );

  test("Ctrl-C reaches the command once", async () => {
    const script = [
      "import signal",
      "signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})",
      "print('ready', flush=True)",
      "signal.sigwait({signal.SIGINT})",
      "word = input('caught> ')",
      "print(word, len(signal.sigpending()), flush=True)",
    ].join("\n");
    const terminal = start(way, ["/usr/bin/python3", "-c", script]);
    await terminal.waitFor("ready");
    terminal.write("\u0003");
    await terminal.waitFor(/caught>$/);
    terminal.write("pending\r");
    await terminal.waitFor("pending 0");
    expect(await terminal.exited).toMatchObject({ exitCode: 0 });
  });
});
