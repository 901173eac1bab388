import * as dgram from "node:dgram";
import * as net from "node:net";

/** A message from the starter. */
export type InitMessage =
  /** A listening socket in the container. */
  | { readonly kind: "server"; readonly port: number; readonly server: net.Server }
  | { readonly kind: "names"; readonly socket: dgram.Socket }
  /**
   * The starter could not listen on this port, so connections to the port are refused instead of
   * captured.
   */
  | { readonly kind: "uncaught"; readonly port: number }
  | { readonly kind: "listening" | "ready" | "started" }
  /** Preparation failed; `what` names the system call. */
  | { readonly kind: "failed"; readonly what: string; readonly errno: number }
  /** The command was not found or is not executable. */
  | { readonly kind: "refused"; readonly errno: number }
  /** A mount differs from the plan. `entry` is the index of the mount, `errno` the reason. */
  | { readonly kind: "differs"; readonly entry: number; readonly errno: number }
  | { readonly kind: "stopped" | "killed"; readonly signal: number }
  | { readonly kind: "exit"; readonly code: number };

/** Reads a message from the starter. Returns undefined if the message is not valid. */
export function readNews(message: unknown, handle: unknown): InitMessage | undefined {
  if (typeof message !== "object" || message === null) return undefined;
  const fields = new Map<string, unknown>(Object.entries(message));
  const number = (name: string) => {
    const value = fields.get(name);
    return typeof value === "number" ? value : undefined;
  };
  const port = number("port");
  if (port !== undefined && handle instanceof net.Server) {
    return { kind: "server", port, server: handle };
  }
  if (port !== undefined && handle instanceof dgram.Socket)
    return { kind: "names", socket: handle };
  const what = fields.get("failed");
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
