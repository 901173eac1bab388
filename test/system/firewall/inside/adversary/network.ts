import { createSocket } from "node:dgram";
import { once } from "node:events";
import { connect } from "node:net";
import type { Attempt } from "./attempt.ts";
import type { Places } from "./names.ts";

const patienceMs = 4000;

async function dial(host: string, port: number): Promise<string> {
  const socket = connect({ host, port, timeout: patienceMs });
  socket.once("timeout", () => socket.destroy(new Error("no response")));
  try {
    await once(socket, "connect");
    return "connected";
  } catch (error) {
    return `refused ${String(error)}`;
  } finally {
    socket.destroy();
  }
}

/** Sends one datagram, and waits for the response. */
async function ask(bytes: Buffer, host: string, port: number): Promise<Buffer | string> {
  const socket = createSocket(host.includes(":") ? "udp6" : "udp4");
  try {
    const deadline = AbortSignal.timeout(patienceMs);
    const answered = once(socket, "message", { signal: deadline });
    socket.send(bytes, port, host, (error) => {
      if (error) socket.emit("error", error);
    });
    const [answer]: unknown[] = await answered;
    return Buffer.isBuffer(answer) ? answer : "nothing";
  } catch (error) {
    return `refused ${String(error)}`;
  } finally {
    socket.close();
  }
}

export function networkAttempts({ origin, hostAddress }: Places): Attempt[] {
  const tcp: readonly (readonly [string, number])[] = [
    ["127.0.0.1", origin],
    ["127.0.0.2", origin],
    ["::1", origin],
    ["0.0.0.0", origin],
    [hostAddress, origin],
    ["10.0.0.1", 443],
    ["169.254.169.254", 80],
    ["172.17.0.1", 2375],
    ["192.168.1.1", 80],
    ["8.8.8.8", 53],
    ["1.1.1.1", 443],
    ["2606:4700:4700::1111", 443],
    ["fe80::1", 443],
    ["fd00:ec2::254", 80],
  ];
  const udp: readonly (readonly [string, number])[] = [
    [hostAddress, 53],
    ["8.8.8.8", 53],
    ["1.1.1.1", 443],
    ["169.254.169.254", 123],
    ["255.255.255.255", 67],
    ["224.0.0.251", 5353],
    ["2001:4860:4860::8888", 53],
  ];
  const family = "network";
  return [
    ...tcp.map(([host, port]): Attempt => ({
      family,
      name: `TCP to ${host}`,
      act: () => dial(host, port),
    })),
    ...udp.map(([host, port]): Attempt => ({
      family,
      name: `UDP to ${host} port ${port}`,
      act: async () => {
        const answer = await ask(query("a.test", 1), host, port);
        return Buffer.isBuffer(answer) ? "connected" : answer;
      },
    })),
    { family, name: "TCP to the proxy", isControl: true, act: () => dial("127.0.0.1", 3128) },
  ];
}

const types = {
  A: 1,
  NS: 2,
  CNAME: 5,
  NULL: 10,
  MX: 15,
  TXT: 16,
  AAAA: 28,
  SRV: 33,
  HTTPS: 65,
  AXFR: 252,
};

/**
 * Returns DNS queries. Every name resolves to an address of the container's own, because a real
 * resolver would return more.
 */
export function nameAttempts(): Attempt[] {
  const family = "name questions";
  const byType = Object.entries(types).flatMap(([name, type]) =>
    ["dns.google", `${"a".repeat(60)}.exfiltrated.other.test`].map((host): Attempt => ({
      family,
      name: `${name} of ${host.slice(-20)}`,
      act: async () => evaluate(await ask(query(host, type), "127.0.0.1", 53)),
    })),
  );
  const odd: readonly (readonly [string, Buffer])[] = [
    ["two questions", twice(query("a.test", 1))],
    ["another class", query("version.bind", 16, 3)],
    ["an update", withFlags(query("a.test", 1), 0x2800)],
    ["a notification", withFlags(query("a.test", 1), 0x2000)],
    ["an answer for a question", withFlags(query("a.test", 1), 0x8000)],
    ["half a question", query("a.test", 1).subarray(0, 15)],
    ["a pointer to itself", Buffer.concat([header(), Buffer.from("c00c00010001", "hex")])],
    ["a label that is too long", query("a".repeat(100), 1)],
    ["nothing", Buffer.alloc(0)],
    ["a question of 4 KB", Buffer.concat([query("a.test", 1), Buffer.alloc(4000)])],
  ];
  const control: Attempt = {
    family,
    name: "A of a name, answered here",
    isControl: true,
    act: async () => {
      const answer = await ask(query("a.test", 1), "127.0.0.1", 53);
      return Buffer.isBuffer(answer) && answer.includes(Buffer.of(0, 4, 127)) ? "connected" : "no";
    },
  };
  const rest = odd.map(([name, bytes]): Attempt => ({
    family,
    name,
    act: async () => evaluate(await ask(bytes, "127.0.0.1", 53)),
  }));
  return [...byType, ...rest, control];
}

/** Classifies a DNS response, which can contain only addresses of 127.0.0.0/8. */
function evaluate(answer: Buffer | string): string {
  if (typeof answer === "string") return answer;
  const answers = answer.readUInt16BE(6);
  if (answers === 0) return "no response in it";
  const address = answer.subarray(-4);
  return answers === 1 && address[0] === 127
    ? "an address inside"
    : `connected ${answer.toString("hex")}`;
}

function header(): Buffer {
  return Buffer.from("123401000001000000000000", "hex");
}

function query(host: string, type: number, category = 1): Buffer {
  const labels = host
    .split(".")
    .flatMap((label) => [Buffer.of(label.length), Buffer.from(label, "latin1")]);
  return Buffer.concat([header(), ...labels, Buffer.of(0, 0, type, 0, category)]);
}

function twice(bytes: Buffer): Buffer {
  const both = Buffer.concat([bytes, bytes.subarray(12)]);
  both.writeUInt16BE(2, 4);
  return both;
}

function withFlags(bytes: Buffer, flags: number): Buffer {
  bytes.writeUInt16BE(flags, 2);
  return bytes;
}
