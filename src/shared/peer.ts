import { readFileSync } from "node:fs";
import type { Socket } from "node:net";

/** Who is at the other end of a connection, as far as this machine tells. */
type Peer = "another-user" | "nobody" | "own-or-unknown";

/**
 * Whether another user of this machine is at the other end. Linux tells whose each connection is; elsewhere, and where
 * it does not say, nobody is another. It is one wall more: a browser gives its cookies of 127.0.0.1 to every port, and
 * everybody may read the command line that a browser was started with.
 */
export function isOfAnotherUser(socket: Socket): boolean {
  return findPeer(socket) === "another-user";
}

/** Whether whoever asked has left already: then nobody tells any more who it was. */
export function hasLeft(socket: Socket): boolean {
  return findPeer(socket) === "nobody";
}

const found = new WeakMap<Socket, Peer>();

function findPeer(socket: Socket): Peer {
  const known = found.get(socket);
  if (known !== undefined) return known;
  const peer = judge(readOwner(socket));
  found.set(socket, peer);
  return peer;
}

function judge(owner: Owner | undefined): Peer {
  if (!owner) return "own-or-unknown";
  // Root may read what we have anyway, and a connection that was just left may read as root's.
  if (owner.user !== 0 && owner.user !== process.getuid?.()) return "another-user";
  return owner.file === 0 ? "nobody" : "own-or-unknown";
}

interface Owner {
  readonly user: number;
  /** The number of the socket's file; zero when no process holds it. */
  readonly file: number;
}

function readOwner(socket: Socket): Owner | undefined {
  const { remoteAddress, remotePort, localAddress, localPort } = socket;
  const from = spell(remoteAddress, remotePort);
  const to = spell(localAddress, localPort);
  // The kernel takes some milliseconds to write each of them, and most connections stand in the first.
  for (const table of ["/proc/net/tcp", "/proc/net/tcp6"]) {
    const owner = findOwner(readTable(table), from, to);
    if (owner !== undefined) return owner;
  }
  return undefined;
}

/** Whose connection goes from one address to the other, by a table of connections; undefined when it has none. */
export function findOwner(table: string, from: string, to: string): Owner | undefined {
  // Behind the two addresses: state, queues, timer, retransmissions, user, timeout, file. Those of IPv6 end with those of IPv4.
  const row = new RegExp(String.raw`${from} [\dA-F]*${to}(?: +\S+){4} +(\d+) +\d+ +(\d+) `);
  const [, user, file] = row.exec(table) ?? [];
  return user === undefined || file === undefined
    ? undefined
    : { user: Number(user), file: Number(file) };
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
