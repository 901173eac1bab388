import type { Duplex } from "node:stream";
import { OpenEntry } from "./open-entry.ts";
import type { ProxyDeps, Within } from "./proxy-deps.ts";
import { refuse } from "./refusal/denial.ts";

const unknownAim: Within = { scheme: "http", host: "", port: 0, way: "proxy" };

/**
 * Logs that an error closed a connection. Omits the error's message, because it may quote the
 * client's data.
 */
export function logFault(
  { log }: Pick<ProxyDeps, "log">,
  error: unknown,
  within: Within = unknownAim,
): void {
  const { scheme, host, port, way } = within;
  const decision = refuse("not-understood", `an error closed the connection: ${nameOf(error)}`);
  new OpenEntry(log, { kind: "connection", scheme, host, port, way }, decision).close({});
}

/** Returns a function that closes a connection after an error. */
export function endConnection(
  socket: Duplex,
  deps: Pick<ProxyDeps, "log">,
  within?: Within,
): (error: unknown) => void {
  return (error) => {
    socket.destroy();
    logFault(deps, error, within);
  };
}

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
