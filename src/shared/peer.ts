import { readFileSync } from "node:fs";
import type { Socket } from "node:net";

/** User at the other end of a connection, if this machine can determine the user. */
type Peer = "another-user" | "none" | "own-or-unknown";

/**
 * Returns whether another user of this machine is at the other end. Only Linux reports the owner of
 * a connection; if the owner is unknown, the result is false. This is additional protection:
 * browsers send cookies of 127.0.0.1 to every port, and every user can read a browser's command
 * line.
 */
export function isOfAnotherUser(socket: Socket): boolean {
  return findPeer(socket) === "another-user";
}

/** Returns whether the client has disconnected, so that its user is no longer known. */
export function hasLeft(socket: Socket): boolean {
  return findPeer(socket) === "none";
}

const found = new WeakMap<Socket, Peer>();

function findPeer(socket: Socket): Peer {
  const known = found.get(socket);
  if (known !== undefined) return known;
  const peer = classify(readOwner(socket));
  found.set(socket, peer);
  return peer;
}

function classify(owner: Owner | undefined): Peer {
  if (!owner) return "own-or-unknown";
  // Root is accepted: it can read our data anyway, and a closed connection may be listed as root's.
  if (owner.user !== 0 && owner.user !== process.getuid?.()) return "another-user";
  return owner.file === 0 ? "none" : "own-or-unknown";
}

interface Owner {
  readonly user: number;
  /** Inode of the socket; zero if no process has it open. */
  readonly file: number;
}

function readOwner(socket: Socket): Owner | undefined {
  const { remoteAddress, remotePort, localAddress, localPort } = socket;
  const from = spell(remoteAddress, remotePort);
  const to = spell(localAddress, localPort);
  // Reads the second table only if necessary: the kernel needs milliseconds to write each table,
  // and most connections are in the first.
  for (const table of ["/proc/net/tcp", "/proc/net/tcp6"]) {
    const owner = findOwner(readTable(table), from, to);
    if (owner !== undefined) return owner;
  }
  return undefined;
}

/**
 * Finds the owner of a connection between two addresses in a table of connections; undefined if it
 * is not listed.
 */
export function findOwner(table: string, from: string, to: string): Owner | undefined {
  // Columns after the two addresses: state, queues, timer, retransmissions, user, timeout, inode.
  // In the IPv6 table, an IPv4 address is the last part of an IPv6 address.
  const row = new RegExp(String.raw`${from} [\dA-F]*${to}(?: +\S+){4} +(\d+) +\d+ +(\d+) `);
  const [, user, file] = row.exec(table) ?? [];
  return user === undefined || file === undefined
    ? undefined
    : { user: Number(user), file: Number(file) };
}

/**
 * Formats an address as in the kernel's connection tables, which reverse the bytes on most
 * processors.
 */
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
