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
  const owners = ["/proc/net/tcp", "/proc/net/tcp6"].flatMap((table) =>
    readRows(table).flatMap(([, local = "", remote = "", , , , , owner]) =>
      local.endsWith(from) && remote.endsWith(to) ? [Number(owner)] : [],
    ),
  );
  return owners[0];
}

/** As the tables spell an address, whose bytes a usual processor has the other way round. */
function spell(address = "", port = 0): string {
  const bytes = address.split(".").toReversed().map(Number);
  const hex = (value: number, digits: number) =>
    value.toString(16).toUpperCase().padStart(digits, "0");
  return `${bytes.map((byte) => hex(byte, 2)).join("")}:${hex(port, 4)}`;
}

function readRows(table: string): string[][] {
  try {
    return readFileSync(table, "utf8")
      .split("\n")
      .map((line) => line.trim().split(/\s+/));
  } catch {
    // Not Linux.
    return [];
  }
}
