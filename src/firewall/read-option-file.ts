import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { asUser } from "../shared/as-user.ts";
import { ourEnvironment } from "../shared/child-environment.ts";
import { invokingUser } from "../shared/invoking-user.ts";
import { NotRegularFile, readRegularFile } from "../shared/read-regular-file.ts";
import { findCaller } from "./sandbox/caller.ts";
import { resolveTrusted } from "./sandbox/trusted-path.ts";
import { writableHere } from "./sandbox/writable-locations.ts";

/** Size limit in bytes. Rules files and the system's certificate bundle are smaller. */
const largestOptionFile = 4 * 1024 * 1024;

/** The content of a file that an option names, or the reason why the file cannot be used. */
export type OptionFile = { readonly bytes: Uint8Array } | { readonly reason: string };

/**
 * Reads a file that an option names. With sudo, reads it with the caller's permissions. Does not
 * follow links in directories that a command can write to.
 * @throws the file system's own error
 */
export function readOptionFile(path: string): OptionFile {
  // A pipe that the caller's shell opened, for example with <(...).
  if (/^\/(?:dev\/(?:fd\/\d+|stdin)|proc\/self\/fd\/\d+)$/.test(path)) {
    return { bytes: readFileSync(path) };
  }
  const env = ourEnvironment();
  return asUser(invokingUser(env), () => readAsCaller(resolve(path), env));
}

function readAsCaller(path: string, env: NodeJS.ProcessEnv): OptionFile {
  const trusted = resolveTrusted(path, writableHere(homeOf(env)));
  if (trusted.kind === "redirected") {
    return { reason: `${trusted.link} is a link that a command can change` };
  }
  try {
    const { bytes, size } = readRegularFile(path, largestOptionFile);
    const isTooLarge = size > largestOptionFile;
    return isTooLarge
      ? { reason: `is larger than ${largestOptionFile / 1024 / 1024} MB` }
      : { bytes };
  } catch (error) {
    if (error instanceof NotRegularFile && error.kind !== "directory") {
      return { reason: "is not a regular file" };
    }
    throw error;
  }
}

/**
 * Returns the home directory, or a fallback. Without a home, rules can still be checked, although
 * no command can be run.
 */
function homeOf(env: NodeJS.ProcessEnv): string {
  try {
    return findCaller(env).home;
  } catch {
    return "/";
  }
}
