import { findCaller } from "./sandbox/caller.ts";
import { planContainer } from "./sandbox/container-plan.ts";
import { emptyImage } from "./sandbox/empty-image.ts";
import { encodeEnvironment, runtimeEnvironment } from "./sandbox/environment.ts";
import { findUnreadable } from "./sandbox/find-unreadable.ts";
import { NoRuntime } from "./sandbox/no-runtime.ts";
import { openContainer } from "./sandbox/open-container.ts";
import { decideLimits, findUnenforced } from "./sandbox/resource-limits.ts";
import type { LimitName } from "./sandbox/resource-limits.ts";
import { findRuntimes } from "./sandbox/runtimes.ts";
import type { Runtime } from "./sandbox/runtimes.ts";
import { requireStarter } from "./sandbox/starter.ts";
import { writableHere } from "./sandbox/writable-locations.ts";
import { makeSessionFolder } from "./sessions/session-folder.ts";
import { invokingUser } from "../shared/invoking-user.ts";

/** A container runtime on this machine, and the result of its test. */
export interface ExaminedRuntime {
  readonly name: Runtime["name"];
  readonly works: boolean;
  /** Reason for the runtime's position in the order, or its error. */
  readonly reason: string;
  /** Time that the test took, from the start of the runtime to its exit. 0 if it does not work. */
  readonly milliseconds: number;
  /** Default limits that cannot be enforced. */
  readonly unlimited: readonly LimitName[];
  /** Ports whose connections are not captured. */
  readonly uncaught: readonly number[];
  readonly hints: NoRuntime["hints"];
}

/** The simplest program for testing a container. */
const command = ["true"];

/** Starts a test container with each of this machine's runtimes, one after the other. */
export async function examineRuntimes(
  env: NodeJS.ProcessEnv,
  choice = "auto",
): Promise<readonly ExaminedRuntime[]> {
  const starter = requireStarter();
  const path = env["PATH"] ?? "";
  const unsafe = writableHere(findCaller(env).home);
  const machine = { uid: process.getuid?.() ?? 0, path, unsafe, starter };
  const examined: ExaminedRuntime[] = [];
  for (const runtime of findRuntimes(choice, machine)) {
    examined.push(await examine(runtime, env));
  }
  return examined;
}

async function examine(runtime: Runtime, env: NodeJS.ProcessEnv): Promise<ExaminedRuntime> {
  const session = makeSessionFolder(new Date(), { owner: invokingUser(env) });
  try {
    const caller = findCaller(env);
    const path = env["PATH"] ?? "";
    const plan = planContainer({
      caller,
      unreadable: await findUnreadable(caller.uid),
      sockets: [],
      socketFiles: [],
      workFolder: session.path,
      path,
      writable: writableHere(caller.home),
      mounts: [],
      files: [],
      kept: [],
    });
    const started = performance.now();
    const { container, servers, names, limits, uncaught } = await openContainer([runtime], plan, {
      choice: runtime.name,
      starter: requireStarter(),
      folder: session.path,
      image: emptyImage,
      session: session.id,
      hasTerminal: false,
      input: "none",
      localPorts: [3128],
      caughtPorts: [80, 443],
      command,
      uid: process.getuid?.() ?? 0,
      environment: runtimeEnvironment(env),
      limits: decideLimits({ memory: undefined, pids: undefined, disk: undefined }),
      onMessage: () => undefined,
    });
    container.begin(encodeEnvironment({ PATH: "/usr/bin:/bin" }));
    const end = await container.ended;
    const milliseconds = Math.round(performance.now() - started);
    for (const server of servers.values()) server.close();
    names?.close();
    const works = end.kind === "exit" && end.code === 0;
    const reason = works
      ? runtime.reason
      : `"true" failed in the container: ${JSON.stringify(end)}`;
    const unlimited = findUnenforced(limits);
    return { name: runtime.name, works, reason, milliseconds, unlimited, uncaught, hints: [] };
  } catch (error) {
    if (!(error instanceof NoRuntime)) throw error;
    const [attempt] = error.attempts;
    const reason = attempt?.complaint ?? error.message;
    const none = { works: false, milliseconds: 0, unlimited: [], uncaught: [] };
    return { name: runtime.name, ...none, reason, hints: error.hints };
  } finally {
    session.end();
  }
}
