import { fault, type Fault } from "./fault.ts";
import { shorten } from "./shorten.ts";

/** The host and port of an address, as they were written. */
export interface Authority {
  /** An IPv6 address in its brackets. */
  readonly host: string;
  readonly port?: number;
}

/** Parts `example.com:8443` and `[::1]:443`. */
export function readAuthority(text: string): Authority | Fault {
  if (text.includes("@"))
    return fault("has user information", text.slice(text.lastIndexOf("@") + 1));
  if (/^[^[:]*:[^:]*:/.test(text))
    return fault("has more than one colon; an IPv6 address stands in brackets", `[${text}]`);
  const end = text.startsWith("[") ? text.indexOf("]") + 1 : text.indexOf(":");
  const host = end < 0 ? text : text.slice(0, end);
  const rest = text.slice(host.length);
  if (host === "") return fault("has no host");
  if (rest === "") return { host };
  if (!rest.startsWith(":")) return fault("has something between its host and its end", host);
  const port = readPort(rest.slice(1));
  return typeof port === "number" ? { host, port } : { ...port, suggestion: host };
}

/** A port from 1 to 65535, without leading zeros. */
export function readPort(text: string): number | Fault {
  if (text === "") return fault("has an empty port");
  const port = /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 0;
  return port >= 1 && port <= 65_535
    ? port
    : fault(`has "${shorten(text)}" as its port, a number from 1 to 65535`);
}
