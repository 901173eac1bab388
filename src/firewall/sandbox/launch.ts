import { spawn } from "node:child_process";
import type { ChildProcess, StdioOptions } from "node:child_process";
import type { Caller } from "./caller.ts";
import { ContainerFailed } from "./container-failed.ts";
import type { AppliedLimit } from "./resource-limits.ts";
import { nameErrno } from "./name-errno.ts";
import { isNodeStarter } from "./starter.ts";
import { readNews } from "./init-messages.ts";

/** Parameters for starting a runtime. */
export interface Launch {
  /** Display name, such as `bubblewrap` or `docker`. */
  readonly title: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  /** Path of the starter on this machine. */
  readonly starter: string;
  /** Path of the channel on the host; undefined if the starter inherits a descriptor. */
  readonly channel?: string;
  /**
   * True to use a separate process group, which Ctrl-C does not reach. False if the runtime
   * connects the terminal to the command.
   */
  readonly isApart: boolean;
  /**
   * The user and group of the runtime's process, which then has no other groups: for a starter that
   * cannot change them. Undefined to keep those of gatehouse.
   */
  readonly user?: Pick<Caller, "uid" | "gid">;
  /** False to give the command an empty standard input instead of gatehouse's own. */
  readonly hasInput: boolean;
  /**
   * Files through which the runtime's process joins control groups. The Node starter cannot join
   * any.
   */
  readonly joins: readonly string[];
  readonly limits: readonly AppliedLimit[];
  /**
   * How the command's standard error is read: bypassing the runtime (`past`), through the runtime,
   * or shared with the runtime's own.
   */
  readonly complaints: "past" | "through" | "shared";
}

/** File descriptor for the command's standard error, if this output bypasses the runtime. */
export const complaintsDescriptor = 4;

export interface Launched {
  readonly runtime: ChildProcess;
  /** Process that sends the starter's messages: the runtime, or the relay. */
  readonly speaker: ChildProcess;
  /** Returns the runtime's error output so far. */
  readonly complaint: () => string;
  /** From now on, forwards standard error, because the command now writes to it. */
  readonly letThrough: () => void;
}

/**
 * Starts the runtime's process, after the relay if one is needed. @throws ContainerFailed if the
 * relay cannot listen
 */
export async function launch(how: Launch): Promise<Launched> {
  const relay = how.channel === undefined ? undefined : await startRelay(how, how.channel);
  const manner = [...(how.isApart ? ["-a"] : []), ...how.joins.flatMap((file) => ["-j", file])];
  const byStarter = manner.length > 0 && !isNodeStarter(how.starter);
  const runtime = spawn(
    byStarter ? how.starter : how.program,
    byStarter ? ["start", ...manner, how.program, ...how.args] : how.args,
    // Without a native starter, the runtime gets its own session. Ctrl-C then reaches the command
    // only because gatehouse forwards it.
    {
      stdio: stdioOf(how),
      env: how.environment,
      detached: how.isApart && !byStarter,
      ...how.user,
    },
  );
  let output = "";
  const keep = (piece: string) => {
    output = (output + piece).slice(-4096);
  };
  runtime.stderr?.setEncoding("utf8").on("data", keep);
  return {
    runtime,
    speaker: relay ?? runtime,
    complaint: () => output.trim(),
    letThrough() {
      if (how.complaints === "through") runtime.stderr?.off("data", keep).pipe(process.stderr);
    },
  };
}

function stdioOf({ channel, complaints, hasInput }: Launch): StdioOptions {
  const input = hasInput ? "inherit" : "ignore";
  const channelKind = channel === undefined ? "ipc" : "ignore";
  switch (complaints) {
    case "past":
      return [input, "inherit", "pipe", channelKind, 2];
    case "through":
      return [input, "inherit", "pipe"];
    case "shared":
      return [input, "inherit", "inherit"];
  }
}

/**
 * Starts the relay. If a runtime closes inherited descriptors, the starter connects to a socket
 * path instead. The relay must already be listening on this path.
 */
async function startRelay({ starter, title }: Launch, path: string): Promise<ChildProcess> {
  const relay = spawn(starter, ["relay", path], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: {},
  });
  await new Promise<void>((resolve, reject) => {
    const fail = (why: string) =>
      reject(new ContainerFailed(title, `could not open the channel: ${why}`));
    relay.once("message", (output) => {
      const news = readNews(output, undefined);
      if (news?.kind === "failed") fail(`${news.what}: ${nameErrno(news.errno)}`);
      else resolve();
    });
    relay.once("error", ({ message }) => fail(message));
    // A process may exit before its messages are read. When `close` is emitted, all messages have
    // been read.
    relay.once("close", (code) => fail(`the relay exited with ${code}`));
  });
  relay.removeAllListeners("close");
  return relay;
}
