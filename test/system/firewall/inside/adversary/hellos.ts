import type { Attempt } from "./attempt.ts";
import { extension, nameExtension, u16, writeHello } from "./hello.ts";
import { openConnect, openTcp, talk } from "./wire.ts";

const quic = Buffer.from(`c300000001${"08".padEnd(18, "0")}${"00".repeat(1180)}`, "hex");

/**
 * First bytes of a tunnel for `a.test` that are not a valid hello for it. The response must not be
 * a handshake.
 */
const openings: Readonly<Record<string, Buffer>> = {
  "another name": writeHello({ serverName: "other.test" }),
  "no name": writeHello({}),
  "two names in two extensions": writeHello({
    serverName: "a.test",
    extensions: [nameExtension("other.test")],
  }),
  "two names in one extension": writeHello({ extensions: [twoNames("a.test", "other.test")] }),
  "a name with a NUL": writeHello({ serverName: "a.test\0.other.test" }),
  "a name with a NUL behind": writeHello({ serverName: "other.test\0a.test" }),
  "a name with a space": writeHello({ serverName: "a.test " }),
  "an address for a name": writeHello({ serverName: "127.0.0.1" }),
  "a name of another type": writeHello({ extensions: [nameExtension("a.test", 1)] }),
  "an empty name": writeHello({ serverName: "" }),
  "a name that is longer than its field": writeHello({
    extensions: [
      extension(0, Buffer.concat([u16(9), Buffer.of(0), u16(200), Buffer.from("a.test")])),
    ],
  }),
  "only an encrypted hello": writeHello({ extensions: [extension(0xfe0d, Buffer.alloc(64, 1))] }),
  "an encrypted hello under another name": writeHello({
    serverName: "other.test",
    extensions: [extension(0xfe0d, Buffer.alloc(64, 1))],
  }),
  "only an encrypted name": writeHello({ extensions: [extension(0xffce, Buffer.alloc(64, 1))] }),
  "a record of a wrong version": Buffer.concat([
    Buffer.of(22, 2, 0),
    writeHello({ serverName: "a.test" }).subarray(3),
  ]),
  "an empty record first": Buffer.concat([
    Buffer.of(22, 3, 1, 0, 0),
    writeHello({ serverName: "a.test" }),
  ]),
  "a hello of SSL 2": Buffer.from("802e0100020015000000100100800300800700c0", "hex"),
  "a server's hello": Buffer.concat([Buffer.of(22, 3, 1, 0, 4, 2, 0, 0, 0)]),
  "an alert": Buffer.of(21, 3, 3, 0, 2, 1, 0),
  "data before a hello": Buffer.of(23, 3, 3, 0, 1, 65),
  "an SSH greeting": Buffer.from("SSH-2.0-OpenSSH_9.2\r\n"),
  "a QUIC packet": quic,
  "a DNS query over TCP": Buffer.from(
    "001d123401000001000000000000056f7468657204746573740000010001",
    "hex",
  ),
  "a SOCKS greeting": Buffer.of(5, 1, 0),
  "a SOCKS 4 request": Buffer.of(4, 1, 1, 187, 127, 0, 0, 1, 0),
  "the PROXY protocol": Buffer.from("PROXY TCP4 127.0.0.1 127.0.0.1 1 443\r\n"),
  "the PROXY protocol in binary": Buffer.from(
    "0d0a0d0a000d0a515549540a2111000c7f0000017f000001000101bb",
    "hex",
  ),
  "64 zeros": Buffer.alloc(64),
};

function twoNames(one: string, other: string): Buffer {
  const entries = [one, other].map((name) =>
    Buffer.concat([Buffer.of(0), u16(name.length), Buffer.from(name)]),
  );
  const list = Buffer.concat(entries);
  return extension(0, Buffer.concat([u16(list.length), list]));
}

/** Classifies a response: a server that continues a handshake sends a record of type 22. */
function evaluate(answer: string): string {
  return answer.charCodeAt(0) === 22 ? "a handshake: origin of somebody" : `no handshake ${answer}`;
}

async function open(bytes: Buffer): Promise<string> {
  return evaluate(await talk(await openConnect("a.test:443"), bytes));
}

async function openCaught(bytes: Buffer, address: string): Promise<string> {
  return evaluate(await talk(openTcp(443, address), bytes));
}

export function helloAttempts(): Attempt[] {
  const family = "hellos";
  const all = Object.entries(openings).map(([name, bytes]): Attempt => ({
    family,
    name,
    act: () => open(bytes),
  }));
  const unasked = ["127.0.0.1", "127.0.0.2", "127.64.200.200", "127.255.255.254"].map(
    (address): Attempt => ({
      family,
      name: `caught at ${address}, which nobody was given`,
      act: () => openCaught(writeHello({ serverName: "a.test" }), address),
    }),
  );
  const control: Attempt = {
    family,
    name: "a good one by hand",
    isControl: true,
    act: () => open(writeHello({ serverName: "a.test" })),
  };
  return [...all, ...unasked, control];
}
