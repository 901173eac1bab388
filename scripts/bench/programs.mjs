// Starts programs and measures them: complete runs, and waiting times in a terminal.
import { spawn as spawnInTerminal } from "@lydell/node-pty";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import { median } from "./interleave.mjs";

const limitMilliseconds = 60_000;
const keyPresses = 10;

/**
 * Runs a program (default: Node) until it exits.
 * @param accepts exit codes that do not count as failures
 */
export async function timeRun({ program = process.execPath, args, env, cwd, accepts = [0] }) {
  const start = performance.now();
  const limit = { timeout: limitMilliseconds, killSignal: "SIGKILL" };
  const stdio = ["ignore", "ignore", "pipe"];
  const child = spawn(program, args, { env, cwd, stdio, ...limit });
  const output = [];
  child.stderr.on("data", (chunk) => output.push(chunk));
  const [code, signal] = await once(child, "close");
  const exit = performance.now() - start;
  if (accepts.includes(code)) return { exit };
  throw new Error(`exited with ${signal ?? code}: ${output.join("").trim()}`);
}

/**
 * Runs a Node program in a terminal. `first` is the time until the first visible text, `frame` the
 * time until the text that marks the program as ready, and `key` the time from a key press to the
 * next output.
 */
export async function timeInTerminal({ args, env, ready, keys }) {
  const start = performance.now();
  const options = { cols: 100, rows: 30, env, name: "xterm-256color" };
  const child = spawnInTerminal(process.execPath, args, options);
  const ended = new Promise((resolve) => child.onExit(resolve));
  const output = watchOutput(child, ended);
  try {
    const first = (await output.until((text) => text.trim() !== "")) - start;
    const frame = (await output.until((text) => ready.test(text))) - start;
    return keys ? { first, frame, key: await timeKeys(child, output, keys) } : { first, frame };
  } finally {
    child.kill("SIGKILL");
    await ended;
  }
}

async function timeKeys(child, output, keys) {
  const times = [];
  for (let press = 0; press < keyPresses; press += 1) {
    await output.quiet();
    const [start, before] = [performance.now(), output.length()];
    child.write(keys[press % keys.length]);
    times.push((await output.until((text) => text.length > before)) - start);
  }
  return median(times);
}

function watchOutput(child, ended) {
  const checks = new Set();
  let text = "";
  let at = performance.now();
  child.onData((data) => {
    at = performance.now();
    text = stripVTControlCharacters(text + data);
    for (const check of checks) check();
  });
  const until = (wanted) =>
    new Promise((resolve, reject) => {
      const fail = (why) => reject(new Error(`${why}; on the screen: ${text.trim().slice(-200)}`));
      const limit = setTimeout(fail, limitMilliseconds, "timed out");
      const check = () => {
        if (!wanted(text)) return;
        clearTimeout(limit);
        checks.delete(check);
        resolve(at);
      };
      checks.add(check);
      void ended.then(({ exitCode }) => fail(`the program exited with ${exitCode}`));
      check();
    });
  const quiet = async () => {
    while (performance.now() - at < 60) await wait(20);
  };
  return { until, quiet, length: () => text.length };
}
