import * as dgram from "node:dgram";
import * as net from "node:net";

/** What the starter says, one message at a time. */
export type InitMessage =
  /** A socket that listens inside. */
  | { readonly kind: "server"; readonly port: number; readonly server: net.Server }
  | { readonly kind: "names"; readonly socket: dgram.Socket }
  /** It could not listen there: whoever connects is refused instead of caught. */
  | { readonly kind: "uncaught"; readonly port: number }
  | { readonly kind: "listening" | "ready" | "started" }
  /** It could not be prepared; `what` is the system call. */
  | { readonly kind: "failed"; readonly what: string; readonly errno: number }
  /** The command is no program, or none that may be run. */
  | { readonly kind: "refused"; readonly errno: number }
  /** A mount is not what was planned. `entry` is its index, `errno` says what does not fit. */
  | { readonly kind: "differs"; readonly entry: number; readonly errno: number }
  | { readonly kind: "stopped" | "killed"; readonly signal: number }
  | { readonly kind: "exit"; readonly code: number };

/** Reads a message of the starter; undefined for what it never says. */
export function readNews(message: unknown, handle: unknown): InitMessage | undefined {
  if (typeof message !== "object" || message === null) return undefined;
  const said = new Map<string, unknown>(Object.entries(message));
  const number = (name: string) => {
    const value = said.get(name);
    return typeof value === "number" ? value : undefined;
  };
  const port = number("port");
  if (port !== undefined && handle instanceof net.Server) {
    return { kind: "server", port, server: handle };
  }
  if (port !== undefined && handle instanceof dgram.Socket)
    return { kind: "names", socket: handle };
  const what = said.get("failed");
  if (typeof what === "string") return { kind: "failed", what, errno: number("errno") ?? 0 };
  const entry = number("differs");
  if (entry !== undefined) return { kind: "differs", entry, errno: number("errno") ?? 0 };
  return readState(number);
}

function readState(number: (name: string) => number | undefined): InitMessage | undefined {
  for (const kind of ["listening", "ready", "started"] as const) {
    if (number(kind) !== undefined) return { kind };
  }
  for (const kind of ["stopped", "killed"] as const) {
    const signal = number(kind);
    if (signal !== undefined) return { kind, signal };
  }
  const [uncaught, errno, code] = [number("uncaught"), number("refused"), number("exit")];
  if (uncaught !== undefined) return { kind: "uncaught", port: uncaught };
  if (errno !== undefined) return { kind: "refused", errno };
  return code === undefined ? undefined : { kind: "exit", code };
}
