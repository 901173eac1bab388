import { onTestFinished } from "vitest";
import { planContainer } from "../../../src/firewall/sandbox/container-plan.ts";
import type { ContainerOptions } from "../../../src/firewall/sandbox/container-plan.ts";
import { emptyImage } from "../../../src/firewall/sandbox/empty-image.ts";
import { encodeEnvironment } from "../../../src/firewall/sandbox/environment.ts";
import { openContainer } from "../../../src/firewall/sandbox/open-container.ts";
import type { OpenedContainer, OpenOptions } from "../../../src/firewall/sandbox/open-container.ts";
import { findRuntimes } from "../../../src/firewall/sandbox/runtimes.ts";
import { requireStarter } from "../../../src/firewall/sandbox/starter.ts";
import type { InitMessage } from "../../../src/firewall/sandbox/init-messages.ts";
import type { End } from "../../../src/firewall/sandbox/start-container.ts";
import { makeFolder } from "../../temporary-folder.ts";

const uid = process.getuid?.() ?? 0;
const caller = {
  uid,
  gid: process.getgid?.() ?? 0,
  name: "mona",
  home: "/home/mona",
  cameBySudo: false,
};

export interface RealOptions {
  readonly options?: Partial<OpenOptions>;
  readonly plan?: Partial<ContainerOptions>;
}

export interface RealContainer extends OpenedContainer {
  readonly work: string;
  readonly heard: readonly InitMessage[];
  /** Starts the command, and waits until it exits. */
  readonly run: (environment?: Readonly<Record<string, string>>) => Promise<End>;
}

/** Returns the options of a test's container; its working directory is deleted with the test. */
export function realOptions(command: readonly string[]): OpenOptions {
  return {
    choice: "bubblewrap",
    starter: requireStarter(),
    folder: makeFolder("session"),
    image: emptyImage,
    session: "aB3dE9",
    hasTerminal: false,
    input: "other",
    localPorts: [3128],
    caughtPorts: [80, 443],
    command,
    uid,
    environment: {},
    limits: { memory: undefined, pids: undefined, disk: undefined },
    onMessage: () => undefined,
  };
}

/** Creates the plan of a container in a directory of its own. */
export function realPlan(plan: Partial<ContainerOptions> = {}) {
  const workFolder = plan.workFolder ?? makeFolder("work");
  const complete = {
    caller,
    workFolder,
    path: "",
    writable: [workFolder],
    mounts: [],
    files: [],
    kept: [],
    unreadable: [],
    sockets: [],
    socketFiles: [],
    ...plan,
  };
  return planContainer(complete);
}

/**
 * Opens a real container with bubblewrap. It is removed after the test, even if the command did not
 * run.
 */
export async function openReal(
  command: readonly string[],
  { options = {}, plan: planOptions = {} }: RealOptions = {},
): Promise<RealContainer> {
  const plan = realPlan(planOptions);
  const heard: InitMessage[] = [];
  const opened = await openContainer(
    findRuntimes("bubblewrap", { uid, path: process.env["PATH"] ?? "", unsafe: [] }),
    plan,
    { ...realOptions(command), onMessage: (news) => heard.push(news), ...options },
  );
  const { container, servers, names } = opened;
  onTestFinished(async () => {
    container.signal("SIGKILL");
    for (const server of servers.values()) server.close();
    names?.close();
    await container.ended;
  });
  const run: RealContainer["run"] = (environment = { PATH: "/usr/bin:/bin" }) => {
    container.begin(encodeEnvironment(environment));
    return container.ended;
  };
  return { ...opened, work: plan.workFolder, heard, run };
}
