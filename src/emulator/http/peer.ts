import { readFileSync } from "node:fs";
import type { Socket } from "node:net";

/**
 * Whether another user of this machine is at the other end. Linux tells whose each connection is; elsewhere, and where
 * it does not say, nobody is another. It is one wall more: a browser gives its cookies of 127.0.0.1 to every port.
 */
export function isOfAnotherUser(socket: Socket): boolean {
  const known = found.get(socket);
  if (known !== undefined) return known;
  const owner = readOwner(socket);
  // Root may read what we have anyway, and a connection that was just left has no owner any more, which reads as root's.
  const isOther = owner !== undefined && owner !== 0 && owner !== process.getuid?.();
  found.set(socket, isOther);
  return isOther;
}

const found = new WeakMap<Socket, boolean>();

function readOwner({ remoteAddress, remotePort, localAddress, localPort }: Socket) {
  const from = spell(remoteAddress, remotePort);
  const to = spell(localAddress, localPort);
  // The kernel takes some milliseconds to write each of them, and most connections stand in the first.
  for (const table of ["/proc/net/tcp", "/proc/net/tcp6"]) {
    const owner = findOwner(readTable(table), from, to);
    if (owner !== undefined) return owner;
  }
  return undefined;
}

/** The user whose connection goes from one address to the other, by a table of connections; undefined when it has none. */
export function findOwner(table: string, from: string, to: string): number | undefined {
  // Behind the two addresses: state, queues, timer, retransmissions, user. The addresses of IPv6 end with those of IPv4.
  const row = new RegExp(String.raw`${from} [\dA-F]*${to}(?: +\S+){4} +(\d+) `);
  const [, owner] = row.exec(table) ?? [];
  return owner === undefined ? undefined : Number(owner);
}

/** As the tables spell an address, whose bytes a usual processor has the other way round. */
function spell(address = "", port = 0): string {
  const bytes = address.split(".").toReversed().map(Number);
  const hex = (value: number, digits: number) =>
    value.toString(16).toUpperCase().padStart(digits, "0");
  return `${bytes.map((byte) => hex(byte, 2)).join("")}:${hex(port, 4)}`;
}

function readTable(table: string): string {
  try {
    return readFileSync(table, "utf8");
  } catch {
    // Not Linux.
    return "";
  }
}
