// The first process in a container on machines without a native starter. It sends the same messages
// as the native starter, over Node's own IPC channel. It cannot bind low ports, change its user, filter
// system calls, or control a terminal. `../starter.ts` documents the arguments, and `starter.c` the
// meaning of each message.
import { spawn, type ChildProcess } from "node:child_process";
import * as dgram from "node:dgram";
import { closeSync, readdirSync, readlinkSync } from "node:fs";
import * as net from "node:net";
import { constants } from "node:os";
import { findDifference } from "./verify-shown.ts";

interface Plan {
  readonly ports: { readonly port: number; readonly isLocal: boolean }[];
  complaints: number;
  names: boolean;
  command: readonly string[];
}

function readPlan(words: string[]): Plan {
  const plan: Plan = { ports: [], names: false, complaints: 2, command: words };
  for (let word = words.shift(); word !== undefined && word !== "--"; word = words.shift()) {
    if (word === "-n") plan.names = true;
    else if (word === "-e") plan.complaints = Number(words.shift());
    else if (word === "-p" || word === "-l") {
      plan.ports.push({ port: Number(words.shift()), isLocal: word === "-p" });
    }
  }
  return plan;
}

/**
 * Closes inherited descriptors except the channel, because open files, directories and sockets
 * would give access to the host.
 */
function closeInherited(kept: readonly number[]): void {
  for (const name of readdirSync("/proc/self/fd")) {
    const descriptor = Number(name);
    if (descriptor < 3 || kept.includes(descriptor)) continue;
    try {
      if (/^(\/|socket:)/.test(readlinkSync(`/proc/self/fd/${name}`))) closeSync(descriptor);
    } catch {
      // The descriptor that was used to read this directory is already closed.
    }
  }
}

async function send(message: object, handle?: net.Server | dgram.Socket): Promise<void> {
  await new Promise<void>((resolve) => process.send?.(message, handle, {}, () => resolve()));
}

/**
 * Closes the channel after the last message has been sent. This process then exits, because nothing
 * keeps it running.
 */
function end(code: number): void {
  process.exitCode = code;
  process.removeAllListeners("disconnect").disconnect();
}

const killAll = () => void process.kill(process.pid, "SIGKILL");

/** @returns the error if the socket cannot listen; otherwise undefined */
async function listen(socket: net.Server | dgram.Socket, start: () => unknown) {
  return await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    socket.once("error", resolve).once("listening", () => resolve(undefined));
    start();
  });
}

/** @returns false if the proxy's own port is not available */
async function makeServer({ port, isLocal }: Plan["ports"][number]): Promise<boolean> {
  const server = net.createServer();
  const host = isLocal ? "127.0.0.1" : "0.0.0.0";
  const error = await listen(server, () => server.listen({ port, host, backlog: 4096 }));
  if (error)
    await send(isLocal ? { failed: "bind", errno: -(error.errno ?? 0) } : { uncaught: port });
  else await send({ port }, server);
  server.close();
  return !error || !isLocal;
}

async function makeNames(): Promise<void> {
  const socket = dgram.createSocket("udp4");
  const error = await listen(socket, () => socket.bind(53, "127.0.0.1"));
  await (error ? send({ uncaught: 53 }) : send({ port: 53 }, socket));
  socket.close();
}

/** Decodes the variables from hexadecimal, with a NUL after each variable. */
function readEnvironment(hex: string): Record<string, string> {
  const rows = Buffer.from(hex, "hex").toString().split("\0").slice(0, -1);
  const parts = rows.map((row) => [row, row.indexOf("=")] as const);
  return Object.fromEntries(parts.map(([row, at]) => [row.slice(0, at), row.slice(at + 1)]));
}

function begin({ command: [name = "", ...args], complaints }: Plan, hex: string): ChildProcess {
  const env = readEnvironment(hex);
  const child = spawn(name, args, {
    env,
    stdio: ["inherit", "inherit", complaints],
    // A separate process group, so that one signal reaches the command and its children.
    detached: true,
  });
  child.on("spawn", () => void send({ started: 0 }));
  child.on("error", ({ errno = 0 }: NodeJS.ErrnoException) => {
    void send({ refused: -errno }).then(() => end(-errno === constants.errno.ENOENT ? 127 : 126));
  });
  child.on("exit", (code, signal) => {
    const killed = signal === null ? 0 : constants.signals[signal];
    const exit = signal === null ? { exit: code } : { killed };
    void send(exit).then(() => end(code ?? 128 + killed));
  });
  return child;
}

interface Message {
  readonly shown?: string;
  readonly env?: string;
  readonly signal?: number;
  readonly resume?: number;
}

/** @returns false if a mount differs from the plan; this process exits in that case */
function verify(shown: string | undefined): boolean {
  const problem =
    shown === undefined
      ? { failed: "shown", errno: constants.errno.EINVAL }
      : findDifference(shown);
  if (problem) void send(problem).then(() => end(125));
  return !problem;
}

const { SIGHUP, SIGINT, SIGQUIT, SIGTERM } = constants.signals;
const ofGroup = new Set<number>([SIGHUP, SIGINT, SIGQUIT, SIGTERM]);

/** @see `signal_command` in `starter.c` */
function signalCommand({ pid }: ChildProcess, signal: number): void {
  if (pid === undefined) return;
  try {
    process.kill(ofGroup.has(signal) ? -pid : pid, signal);
  } catch {
    // The command has exited in the meantime, so the signal has no recipient.
  }
}

async function main(words: string[]): Promise<void> {
  const plan = readPlan(words);
  closeInherited([3, plan.complaints]);
  // gatehouse, and with it the proxy, has exited, so the command must not continue.
  process.on("disconnect", killAll);
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"]) process.on(name, () => undefined);
  for (const each of plan.ports) if (!(await makeServer(each))) return end(125);
  if (plan.names) await makeNames();
  let child: ChildProcess | undefined;
  let shown: string | undefined;
  process.on("message", (message: Message) => {
    if (message.shown !== undefined) shown = message.shown;
    else if (message.env !== undefined) {
      if (verify(shown)) child ??= begin(plan, message.env);
    } else if (child) signalCommand(child, message.signal ?? constants.signals.SIGCONT);
  });
  await send({ ready: 1 });
}

void main(process.argv.slice(3));
