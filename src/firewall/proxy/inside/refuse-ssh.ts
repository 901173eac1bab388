import type { Socket } from "node:net";

const disconnectMessage = 1;
const byApplication = 11;
const blockSize = 8;
const shortestPadding = 4;
const patienceMs = 5_000;

/**
 * Closes an SSH connection with a reason that the client prints. A server may disconnect before the
 * key exchange, when messages are not encrypted yet.
 * @see RFC 4253, sections 4.2, 6 and 11.1
 */
export function refuseSsh(socket: Socket, reason: string): void {
  const end = () => socket.destroy();
  // The client's data is read, because unread data would reset the connection before the client
  // has received the reason.
  socket.once("end", end).once("error", end).setTimeout(patienceMs, end).resume();
  socket.end(Buffer.concat([Buffer.from("SSH-2.0-gatehouse\r\n"), writeDisconnect(reason)]));
}

function writeDisconnect(reason: string): Buffer {
  const code = Buffer.alloc(5);
  code.writeUInt8(disconnectMessage);
  code.writeUInt32BE(byApplication, 1);
  const payload = Buffer.concat([code, writeText(reason), writeText("en")]);
  const unpadded = 5 + payload.length + shortestPadding;
  const padding = shortestPadding + ((blockSize - (unpadded % blockSize)) % blockSize);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(1 + payload.length + padding);
  head.writeUInt8(padding, 4);
  return Buffer.concat([head, payload, Buffer.alloc(padding)]);
}

function writeText(text: string): Buffer {
  const bytes = Buffer.from(text);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
