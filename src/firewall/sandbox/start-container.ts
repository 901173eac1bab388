import { constants } from "node:os";
import { ContainerFailed } from "./container-failed.ts";
import { launch } from "./launch.ts";
import type { Launch, Launched } from "./launch.ts";
import { nameErrno } from "./name-errno.ts";
import { readNews } from "./init-messages.ts";
import type { InitMessage } from "./init-messages.ts";

/** The outcome of a command. */
export type End =
  | { readonly kind: "exit"; readonly code: number }
  | { readonly kind: "killed"; readonly signal: number }
  /** Not started: the program was not found in the container, or is not executable. */
  | { readonly kind: "refused"; readonly errno: number }
  /** Not started: another session replaced the source of one of the mounts. */
  | { readonly kind: "differs"; readonly entry: number; readonly errno: number }
  /** The container exited without reporting the command's result. */
  | { readonly kind: "lost"; readonly complaint: string };

/** The outcome of a command that was allowed to start. */
export type EndOfCommand = Exclude<End, { readonly kind: "differs" }>;

/** A container that is ready to start the command. */
export interface Container {
  /** Process ID of the runtime on this machine. */
  readonly pid: number | undefined;
  /** Text that the runtime printed to standard error before the command could start. */
  readonly warning: string;
  /**
   * Starts the command if the mounts match the plan.
   * @param environment result of `encodeEnvironment`
   * @param shown result of `encodeExpected`
   */
  begin(environment: string, shown?: string): void;
  signal(name: NodeJS.Signals): void;
  /** Continues a stopped command, either with the terminal or in the background. */
  resume(location: "foreground" | "background"): void;
  readonly ended: Promise<End>;
}

/**
 * Starts a container and waits until it is ready to start the command.
 * @param onMessage receives the starter's messages; all sockets arrive before the promise resolves
 * @throws ContainerFailed if the runtime cannot start a container, with the runtime's error
 */
export async function startContainer(
  how: Launch,
  onMessage: (news: InitMessage) => void,
): Promise<Container> {
  const launched = await launch(how);
  const { runtime, speaker } = launched;
  const heard: InitMessage[] = [];
  let reportReady: (() => void) | undefined;
  let reportStarted: (() => void) | undefined;
  const started = new Promise<void>((resolve) => (reportStarted = resolve));
  speaker.on("message", (message, handle) => {
    const news = readNews(message, handle);
    if (!news) return;
    if (isOfEnd(news)) heard.push(news);
    onMessage(news);
    if (news.kind === "ready") reportReady?.();
    if (news.kind === "started") reportStarted?.();
  });
  // A closed channel does not accept messages. In that case, the runtime's exit determines the
  // outcome.
  speaker.on("error", () => undefined);
  const ended = waitForEnd(launched, heard);
  await new Promise<void>((resolve, reject) => {
    reportReady = resolve;
    runtime.on("error", (error) => reject(new ContainerFailed(how.title, error.message)));
    void ended.then(() => reject(new ContainerFailed(how.title, describeFailure(heard, launched))));
  });
  const warning = launched.complaint();
  launched.letThrough();
  return asContainer(launched, { started, ended, warning });
}

/**
 * Waits until the runtime and the process that relays the starter's messages have exited. By then,
 * all messages have been received.
 */
async function waitForEnd(launched: Launched, heard: readonly InitMessage[]): Promise<End> {
  const { runtime, speaker } = launched;
  // A process may exit before its messages are read. When `close` is emitted, all messages have
  // been read.
  const spoken = new Promise<void>((resolve) => speaker.once("close", () => resolve()));
  await new Promise<void>((resolve) => {
    runtime.once("close", () => {
      // The starter never connected to the relay, and can no longer do so.
      if (speaker !== runtime && heard.length === 0) speaker.kill("SIGKILL");
      void spoken.then(resolve);
    });
    runtime.once("error", () => resolve());
  });
  // For a refused command, the starter also reports an exit code, but only after the refusal.
  return heard.find(isEnd) ?? { kind: "lost", complaint: describeFailure(heard, launched) };
}

function isEnd(news: InitMessage): news is Extract<InitMessage, End> {
  return ["differs", "refused", "exit", "killed"].includes(news.kind);
}

function isOfEnd({ kind }: InitMessage): boolean {
  return ["failed", "differs", "refused", "exit", "killed", "ready"].includes(kind);
}

function describeFailure(heard: readonly InitMessage[], { complaint, runtime }: Launched): string {
  const failed = heard.find((news) => news.kind === "failed");
  if (failed) return `${failed.what}: ${nameErrno(failed.errno)}`;
  return complaint() || `exited with ${runtime.exitCode ?? runtime.signalCode}`;
}

function asContainer(
  { runtime, speaker }: Launched,
  { started, ended, warning }: Pick<Container, "ended" | "warning"> & { started: Promise<void> },
): Container {
  const send = (message: object) => {
    if (speaker.connected) speaker.send(message, () => undefined);
  };
  return {
    pid: runtime.pid,
    warning,
    begin: (environment, shown = "") => {
      send({ shown });
      send({ env: environment });
    },
    // Before the command runs, the starter has no process to signal.
    signal: (name) => void started.then(() => send({ signal: constants.signals[name] })),
    resume: (location) => send({ resume: location === "foreground" ? 1 : 0 }),
    ended,
  };
}
