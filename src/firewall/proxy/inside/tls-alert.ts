import type { Socket } from "node:net";

/** TLS alert codes (RFC 8446, section 6.2). */
export const alerts = { accessDenied: 49, internalError: 80, unrecognizedName: 112 } as const;

/** Closes a connection before its TLS handshake, with an alert that TLS clients understand. */
export function endWithAlert(socket: Socket, alert: (typeof alerts)[keyof typeof alerts]): void {
  const [record, fatal] = [21, 2];
  socket.end(Buffer.from([record, 3, 3, 0, 2, fatal, alert]), () => socket.destroy());
}
