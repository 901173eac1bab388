import fc from "fast-check";
import { once } from "node:events";
import { createServer } from "node:net";
import { connect } from "node:tls";
import { describe, expect, test } from "vitest";
import { readClientHello } from "../../../src/firewall/proxy/inside/client-hello.ts";
import { listen } from "./rig.ts";

/** Returns the first bytes that a real client sends. */
async function makeHello(options: { servername?: string; ALPNProtocols?: string[] }) {
  const server = createServer();
  const port = await listen(server);
  const client = connect({ port, host: "127.0.0.1", ...options });
  client.on("error", () => {});
  const [socket] = await once(server, "connection");
  const [bytes] = await once(socket, "data");
  client.destroy();
  return Buffer.from(bytes);
}

/** Splits the handshake message into records of this size. */
function cut(hello: Buffer, size: number): Buffer {
  const message = hello.subarray(5);
  const records: Buffer[] = [];
  for (let at = 0; at < message.length; at += size) {
    const part = message.subarray(at, at + size);
    records.push(Buffer.from([22, 3, 1, part.length >> 8, part.length & 255]), part);
  }
  return Buffer.concat(records);
}

const vector = (size: number, ...parts: readonly Buffer[]) => {
  const body = Buffer.concat(parts);
  const length = Buffer.alloc(size);
  length.writeUIntBE(body.length, 0, size);
  return Buffer.concat([length, body]);
};
const name = (text: string, type = 0) =>
  Buffer.concat([Buffer.of(type), vector(2, Buffer.from(text, "latin1"))]);
const extension = (type: number, ...parts: readonly Buffer[]) =>
  Buffer.concat([Buffer.of(type >> 8, type & 255), vector(2, ...parts)]);
const serverName = (...names: readonly Buffer[]) => extension(0, vector(2, ...names));

/** Builds a hello with these extensions, in one record. */
function build(...extensions: readonly Buffer[]): Buffer {
  const fixed = Buffer.concat([Buffer.of(3, 3), Buffer.alloc(32)]);
  const lists = [vector(1), vector(2, Buffer.of(0x13, 1)), vector(1, Buffer.of(0))];
  const body = Buffer.concat([fixed, ...lists, vector(2, ...extensions)]);
  const message = Buffer.concat([Buffer.of(1), vector(3, body)]);
  return Buffer.concat([Buffer.of(22, 3, 1), vector(2, message)]);
}

describe("a ClientHello", () => {
  test("of a real client contains name and protocols, however it is split into records and chunks", async () => {
    const hello = await makeHello({ servername: "a.test", ALPNProtocols: ["h2", "http/1.1"] });
    const read = { kind: "hello", hello: { serverName: "a.test", protocols: ["h2", "http/1.1"] } };
    expect(readClientHello(hello)).toEqual(read);
    for (const size of [1, 7, 100]) expect(readClientHello(cut(hello, size))).toEqual(read);
    for (let length = 0; length < hello.length; length += 1) {
      expect(readClientHello(hello.subarray(0, length))).toEqual({ kind: "unfinished" });
    }
  });

  test("without a server name is valid", async () => {
    const hello = await makeHello({});
    expect(readClientHello(hello)).toMatchObject({ hello: { serverName: undefined } });
  });

  test.each([
    ["two names", build(serverName(name("a.test"), name("b.test")))],
    ["two name extensions", build(serverName(name("a.test")), serverName(name("b.test")))],
    ["a name of another type", build(serverName(name("a.test", 1)))],
    ["an empty list of names", build(serverName())],
    ["extra bytes after its names", build(extension(0, vector(2, name("a.test")), Buffer.of(0)))],
    ["a list longer than its extension", build(extension(0, Buffer.of(0, 99), name("a.test")))],
    ["an empty record", Buffer.of(22, 3, 1, 0, 0)],
    ["a record longer than TLS allows", Buffer.of(22, 3, 1, 0x50, 0)],
    ["a record of another version", Buffer.of(22, 2, 0, 0, 5)],
    ["another message before it", Buffer.of(22, 3, 1, 0, 4, 2, 0, 0, 0)],
    ["an SSL 2 record", Buffer.of(0x80, 0x2e, 1, 3, 1)],
  ])("with %s is invalid", (_name, bytes) => {
    expect(readClientHello(bytes)).toEqual({ kind: "broken" });
  });

  test("does not make the parser throw, for any bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(), (bytes, at) => {
        const hello = build(serverName(name("a.test")));
        const begun = Buffer.concat([Buffer.of(22, 3, 1), Buffer.from(bytes)]);
        hello.set(bytes.slice(0, 3), at % (hello.length - 3));
        for (const one of [Buffer.from(bytes), begun, hello]) {
          expect(() => readClientHello(one)).not.toThrow();
        }
      }),
    );
  });
});
