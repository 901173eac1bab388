import { fault, type Fault } from "./fault.ts";
import { shorten } from "./shorten.ts";

/** The host and port of an address, as written. */
export interface Authority {
  /** The host; an IPv6 address in brackets. */
  readonly host: string;
  readonly port?: number;
}

/** Splits `example.com:8443` and `[::1]:443` into host and port. */
export function readAuthority(text: string): Authority | Fault {
  if (text.includes("@"))
    return fault("has user information", text.slice(text.lastIndexOf("@") + 1));
  if (/^[^[:]*:[^:]*:/.test(text))
    return fault("has more than one colon; write an IPv6 address in brackets", `[${text}]`);
  const end = text.startsWith("[") ? text.indexOf("]") + 1 : text.indexOf(":");
  const host = end < 0 ? text : text.slice(0, end);
  const rest = text.slice(host.length);
  if (host === "") return fault("has no host");
  if (rest === "") return { host };
  if (!rest.startsWith(":")) return fault("has extra text after its host", host);
  const port = readPort(rest.slice(1));
  return typeof port === "number" ? { host, port } : { ...port, suggestion: host };
}

/** Reads a port from 1 to 65535, without leading zeros. */
export function readPort(text: string): number | Fault {
  if (text === "") return fault("has an empty port");
  const port = /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 0;
  return port >= 1 && port <= 65_535
    ? port
    : fault(`has the invalid port "${shorten(text)}" (use 1 to 65535)`);
}
