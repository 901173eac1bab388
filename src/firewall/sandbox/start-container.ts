import { constants } from "node:os";
import { ContainerFailed } from "./container-failed.ts";
import { launch } from "./launch.ts";
import type { Launch, Launched } from "./launch.ts";
import { nameErrno } from "./name-errno.ts";
import { readNews } from "./init-messages.ts";
import type { InitMessage } from "./init-messages.ts";

/** How a command ended. */
export type End =
  | { readonly kind: "exit"; readonly code: number }
  | { readonly kind: "killed"; readonly signal: number }
  /** It never began: there is no such program inside, or it may not be run. */
  | { readonly kind: "refused"; readonly errno: number }
  /** It never began: another session exchanged what one of the mounts shows. */
  | { readonly kind: "differs"; readonly entry: number; readonly errno: number }
  /** The container is gone, and nobody said how the command ended. */
  | { readonly kind: "lost"; readonly complaint: string };

/** How a command ended that was allowed to begin. */
export type EndOfCommand = Exclude<End, { readonly kind: "differs" }>;

/** A container in which nothing but the command is missing. */
export interface Container {
  /** Process ID of the runtime on this machine. */
  readonly pid: number | undefined;
  /** Text that the runtime printed to standard error before the command could start. */
  readonly warning: string;
  /**
   * Starts the command if the mounts are what was planned.
   * @param environment as `encodeEnvironment` spells it
   * @param shown as `encodeExpected` spells it
   */
  begin(environment: string, shown?: string): void;
  signal(name: NodeJS.Signals): void;
  /** A stopped command goes on, with the terminal or in the background. */
  resume(place: "foreground" | "background"): void;
  readonly ended: Promise<End>;
}

/**
 * Starts a container up to the moment in which nothing but the command is missing.
 * @param hear gets what the starter says; the sockets come before the promise is kept
 * @throws ContainerFailed where the runtime cannot, with what it complained of
 */
export async function startContainer(
  how: Launch,
  hear: (news: InitMessage) => void,
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
    hear(news);
    if (news.kind === "ready") reportReady?.();
    if (news.kind === "started") reportStarted?.();
  });
  // A channel that is gone takes nothing more; the end is told by the runtime's.
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

/** The runtime's process and whoever spoke for the starter are both gone: all that was said has been heard. */
async function waitForEnd(launched: Launched, heard: readonly InitMessage[]): Promise<End> {
  const { runtime, speaker } = launched;
  // It may be gone before what it said is read; closed, it has been.
  const spoken = new Promise<void>((resolve) => speaker.once("close", () => resolve()));
  await new Promise<void>((resolve) => {
    runtime.once("close", () => {
      // Nobody has ever come to its door: nobody will.
      if (speaker !== runtime && heard.length === 0) speaker.kill("SIGKILL");
      void spoken.then(resolve);
    });
    runtime.once("error", () => resolve());
  });
  // Who was refused ends with a code of its own: the refusal was said first.
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
  return complaint() || `it ended with ${runtime.exitCode ?? runtime.signalCode}`;
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
    // Until the command runs, the starter has nobody to hand a signal to.
    signal: (name) => void started.then(() => send({ signal: constants.signals[name] })),
    resume: (place) => send({ resume: place === "foreground" ? 1 : 0 }),
    ended,
  };
}
