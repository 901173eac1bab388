import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Secret } from "../../../src/shared/secret.ts";
import { machine } from "../machine.ts";

const calls =
  "execve,open,openat,creat,write,pwrite64,writev,sendto,sendmsg,rename,renameat,renameat2,memfd_create";

/**
 * Returns options that trace a program and all its children into a file. The tracer is not the
 * program's parent, so it outlives a killed program and records its last call.
 */
export function tracer(file: string): string[] {
  const options = ["-DDD", "-f", "-v", "-yy", "-s", "20000", "-e", `trace=${calls}`];
  return [machine().strace, ...options, "-o", file];
}

/** Returns the calls in a trace that contain one of the needles. */
export function findCalls(file: string, needles: readonly string[]): string[] {
  return readCalls(file).filter((call) => needles.some((needle) => call.includes(needle)));
}

/** Returns the calls in a trace that contain anything in the format of a token or a key. */
export function findRevealingCalls(file: string): string[] {
  return readCalls(file).filter((call) => isRevealing(call, []));
}

function readCalls(file: string): string[] {
  return readFileSync(file, "utf8").split("\n");
}

const sending = String.raw`^\d+ +(?:write|writev|sendto|sendmsg)\(\d+<`;
const intoPipe = new RegExp(`${sending}(?:UNIX|pipe)`);
const intoNetwork = new RegExp(`${sending}TCP`);

/** Returns whether a call writes to a pipe between two of our own processes. */
export function isIntoPipe(call: string): boolean {
  return intoPipe.test(call);
}

/** Returns whether a call sends to a local server, which is the embedded forge. */
export function isIntoNetwork(call: string): boolean {
  return intoNetwork.test(call);
}

/**
 * Returns search strings for a secret: forty characters from its middle, in plain form and in
 * base64 at any offset.
 */
export function needlesOf(secret: Secret): string[] {
  const text = secret.reveal();
  const lines = text.split("\n");
  const line = lines[Math.floor(lines.length / 2)] ?? "";
  const encoded = [0, 1, 2].map((skip) => Buffer.from(text.slice(skip)).toString("base64"));
  return [line, ...encoded].map((spelling) => {
    const middle = Math.max(0, Math.floor(spelling.length / 2) - 20);
    return spelling.slice(middle, middle + 40);
  });
}

/** Returns the files below a directory that contain one of the needles, or a token of any kind. */
export function sweep(folder: string, needles: readonly string[]): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return files
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => isRevealing(readFileSync(path, "latin1"), needles));
}

/**
 * Returns whether a text contains one of the needles, or anything in the format of a token or a
 * key.
 */
export function isRevealing(text: string, needles: readonly string[]): boolean {
  const shape = /\bgh[opsu]_\w{20,}|github_pat_\w{20,}|PRIVATE KEY-----|\beyJ[\w-]{10,}\.eyJ/;
  return needles.some((needle) => text.includes(needle)) || shape.test(text);
}
