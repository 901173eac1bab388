import type { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Duplex } from "node:stream";
import { contain } from "./contain.ts";
import { http } from "../../shared/node-network.ts";

type OnFault = (error: unknown, socket?: Duplex) => void;

/**
 * Handles errors in a server's listeners: an error destroys only the connection that the event
 * belongs to.
 */
export function containServer(server: EventEmitter, onFault: OnFault): void {
  contain(server, (error, ...args) => {
    const socket = socketOf(args);
    socket?.destroy();
    onFault(error, socket);
  });
}

/** Handles errors in the listeners of one HTTP request and its response. */
export function containRequest(
  message: IncomingMessage,
  response: ServerResponse,
  onFault: OnFault,
): void {
  const { socket } = message;
  for (const part of [message, response])
    contain(part, (error) => {
      socket.destroy();
      onFault(error, socket);
    });
}

function socketOf(args: readonly unknown[]): Duplex | undefined {
  for (const part of args) {
    if (part instanceof Duplex) return part;
    if (part instanceof http.IncomingMessage) return part.socket;
  }
  return undefined;
}
