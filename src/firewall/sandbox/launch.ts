import { spawn } from "node:child_process";
import type { ChildProcess, StdioOptions } from "node:child_process";
import { ContainerFailed } from "./container-failed.ts";
import type { AppliedLimit } from "./resource-limits.ts";
import { nameErrno } from "./name-errno.ts";
import { isNodeStarter } from "./starter.ts";
import { readNews } from "./init-messages.ts";

/** How a runtime is started. */
export interface Launch {
  /** As people know it: `bubblewrap`, `docker`. */
  readonly title: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  /** The starter on this machine. */
  readonly starter: string;
  /** Path of the channel outside, for a runtime that hands no descriptor through. */
  readonly channel?: string;
  /** In a process group of its own: Ctrl-C does not reach it. Not so where it stands between terminal and command. */
  readonly isApart: boolean;
  /** Files to which the runtime writes itself to join control groups. A starter in Node cannot join any. */
  readonly joins: readonly string[];
  readonly limits: readonly AppliedLimit[];
  /** Where the command's standard error goes: past the runtime, through it, or to where the runtime's own goes. */
  readonly complaints: "past" | "through" | "shared";
}

/** The descriptor of the command's standard error where it goes past the runtime. */
export const complaintsDescriptor = 4;

export interface Launched {
  readonly runtime: ChildProcess;
  /** Whoever speaks for the starter: the runtime's process, or the relay. */
  readonly speaker: ChildProcess;
  /** What the runtime complained of until now. */
  readonly complaint: () => string;
  /** From now on what comes is the command's. */
  readonly letThrough: () => void;
}

/** Starts the runtime's process, and a relay first where it needs one. @throws ContainerFailed where that cannot listen */
export async function launch(how: Launch): Promise<Launched> {
  const relay = how.channel === undefined ? undefined : await startRelay(how, how.channel);
  const manner = [...(how.isApart ? ["-a"] : []), ...how.joins.flatMap((file) => ["-j", file])];
  const byStarter = manner.length > 0 && !isNodeStarter(how.starter);
  const runtime = spawn(
    byStarter ? how.starter : how.program,
    byStarter ? ["start", ...manner, how.program, ...how.args] : how.args,
    // Without a native starter it is a session apart: Ctrl-C is gatehouse's, to hand on.
    { stdio: stdioOf(how), env: how.environment, detached: how.isApart && !byStarter },
  );
  let said = "";
  const keep = (piece: string) => {
    said = (said + piece).slice(-4096);
  };
  runtime.stderr?.setEncoding("utf8").on("data", keep);
  return {
    runtime,
    speaker: relay ?? runtime,
    complaint: () => said.trim(),
    letThrough() {
      if (how.complaints === "through") runtime.stderr?.off("data", keep).pipe(process.stderr);
    },
  };
}

function stdioOf({ channel, complaints }: Launch): StdioOptions {
  const channelKind = channel === undefined ? "ipc" : "ignore";
  switch (complaints) {
    case "past":
      return ["inherit", "inherit", "pipe", channelKind, 2];
    case "through":
      return ["inherit", "inherit", "pipe"];
    case "shared":
      return ["inherit", "inherit", "inherit"];
  }
}

/** A runtime that closes descriptors gets a socket with a name instead; somebody has to listen there first. */
async function startRelay({ starter, title }: Launch, path: string): Promise<ChildProcess> {
  const relay = spawn(starter, ["relay", path], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: {},
  });
  await new Promise<void>((resolve, reject) => {
    const fail = (why: string) => reject(new ContainerFailed(title, `its channel: ${why}`));
    relay.once("message", (said) => {
      const news = readNews(said, undefined);
      if (news?.kind === "failed") fail(`${news.what}: ${nameErrno(news.errno)}`);
      else resolve();
    });
    relay.once("error", ({ message }) => fail(message));
    // It may be gone before what it said is read; closed, it has been.
    relay.once("close", (code) => fail(`the relay ended with ${code}`));
  });
  relay.removeAllListeners("close");
  return relay;
}
