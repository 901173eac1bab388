import { readAddress } from "../rules/ip-address.ts";
import { readPort } from "../rules/authority.ts";
import { fault, isFault, type Fault } from "../rules/fault.ts";
import { readHostName } from "../rules/host-name.ts";

/** The address to which the proxy connects for a host and port. */
export interface Resolution {
  /** Normalized host name or address. An IPv6 address is in brackets. */
  readonly host: string;
  readonly port: number;
  /** Address in the form that sockets accept: IPv6 without brackets. */
  readonly address: string;
  readonly toPort: number;
}

/** Reads `HOST:PORT:ADDRESS[:PORT]`. */
export function parseResolve(text: string): Resolution | Fault {
  const parts = /^(\[[^\]]*\]|[^:[\]]*):([^:[\]]*):(\[[^\]]*\]|[^:[\]]*)(?::([^:[\]]*))?$/.exec(
    text,
  );
  if (!parts)
    return fault("is not in the form HOST:PORT:ADDRESS[:PORT] (use brackets for an IPv6 address)");
  const [, givenHost = "", givenPort = "", givenAddress = "", givenTarget = givenPort] = parts;
  const name = readHostName(givenHost);
  if (isFault(name)) return name;
  const port = readPort(givenPort);
  if (typeof port !== "number") return port;
  const toPort = readPort(givenTarget);
  if (typeof toPort !== "number") return toPort;
  const address = readAddress(givenAddress.toLowerCase());
  if (!address) return fault(`has the invalid address "${givenAddress}"`);
  if (isFault(address)) return address;
  return { host: name.host, port, address: address.address.replaceAll(/[[\]]/g, ""), toPort };
}
