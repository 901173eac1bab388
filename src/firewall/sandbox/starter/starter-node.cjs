// The first program of a container on machines that the native starter is not built for. It says the same on Node's own
// channel, and does what Node alone can: no low ports, no other user, no filter of system calls, no terminal of its own.
// `../starter.ts` says how it is called, `starter.c` what each message means.
"use strict";
const { spawn } = require("node:child_process");
const dgram = require("node:dgram");
const { closeSync, readdirSync, readlinkSync } = require("node:fs");
const net = require("node:net");
const { constants } = require("node:os");

/** @param {string[]} words */
function readPlan(words) {
  const plan = { ports: [], names: false, complaints: 2, command: [] };
  while (words.length > 0) {
    const word = words.shift();
    if (word === "--") break;
    if (word === "-p" || word === "-l") {
      plan.ports.push({ port: Number(words.shift()), isLocal: word === "-p" });
    } else if (word === "-e") plan.complaints = Number(words.shift());
    else if (word === "-n") plan.names = true;
  }
  return { ...plan, command: words };
}

/** What the caller left open is a way to the host's disk: files, folders, and sockets besides the channel. */
function closeInherited(kept) {
  for (const name of readdirSync("/proc/self/fd")) {
    const descriptor = Number(name);
    if (descriptor < 3 || kept.includes(descriptor)) continue;
    try {
      if (/^(\/|socket:)/.test(readlinkSync(`/proc/self/fd/${name}`))) closeSync(descriptor);
    } catch {
      // The one that the folder was read by is closed by now.
    }
  }
}

function tell(message, handle) {
  return new Promise((resolve) => process.send(message, handle, {}, resolve));
}

async function fail(what, { errno = 0 }) {
  await tell({ failed: what, errno: Math.abs(errno) });
  process.exit(125);
}

/** Resolves with an error where nobody can listen there. */
function begin(socket, start) {
  return new Promise((resolve) => {
    socket.once("error", resolve).once("listening", () => resolve());
    start();
  });
}

async function makeServer({ port, isLocal }) {
  const server = net.createServer();
  const host = isLocal ? "127.0.0.1" : "0.0.0.0";
  const error = await begin(server, () => server.listen({ port, host, backlog: 4096 }));
  if (error) return isLocal ? fail("bind", error) : tell({ uncaught: port });
  await tell({ port }, server);
  server.close();
}

async function makeNames() {
  const socket = dgram.createSocket("udp4");
  const error = await begin(socket, () => socket.bind(53, "127.0.0.1"));
  if (error) return tell({ uncaught: 53 });
  await tell({ port: 53 }, socket);
  socket.close();
}

/** `{"env":"HEX"}`: the variables, each ended by a NUL, as hexadecimal digits. */
function readEnvironment(hex) {
  const rows = Buffer.from(hex, "hex").toString().split("\0").slice(0, -1);
  return Object.fromEntries(
    rows.map((row) => [row.slice(0, row.indexOf("=")), row.slice(row.indexOf("=") + 1)]),
  );
}

function start({ command: [name = "", ...args], complaints }, hex) {
  const child = spawn(name, args, {
    env: readEnvironment(hex),
    stdio: ["inherit", "inherit", complaints],
  });
  child.on("spawn", () => tell({ started: 0 }));
  child.on("error", async ({ errno = 0 }) => {
    await tell({ refused: -errno });
    process.exit(-errno === constants.errno.ENOENT ? 127 : 126);
  });
  child.on("exit", async (code, signal) => {
    await tell(signal === null ? { exit: code } : { killed: constants.signals[signal] });
    process.exit(code ?? 128 + constants.signals[signal]);
  });
  return child;
}

async function main(words) {
  const plan = readPlan(words);
  closeInherited([3, plan.complaints]);
  // Whoever filters is gone: nothing may go on.
  process.on("disconnect", () => process.exit(137));
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"]) process.on(name, () => undefined);
  for (const each of plan.ports) await makeServer(each);
  if (plan.names) await makeNames();
  let child;
  process.on("message", ({ env, signal, resume }) => {
    if (env !== undefined) child ??= start(plan, env);
    else if (signal !== undefined) child?.kill(signal);
    else if (resume !== undefined) child?.kill("SIGCONT");
  });
  await tell({ ready: 1 });
}

void main(process.argv.slice(3));
