import type { Attempt } from "./attempt.ts";
import { openConnect, openTls, sendInside, sendPlain, sendStream, talk } from "./wire.ts";

/**
 * Notations of a tunnel's target. `TRAP` is a port of the host that no connection is allowed to
 * reach.
 */
const authorities = [
  "other.test:443",
  "x.b.test:443",
  "X.B.TEST:443",
  "x.b.test.:443",
  "xa.test:443",
  "a.test.other.test:443",
  "a.test:80",
  "a.test:22",
  "a.test:8443",
  "b.test:TRAP",
  "b.test:25",
  "a.test",
  "a.test:",
  "a.test:0",
  "a.test:0443",
  "a.test:+443",
  "a.test:443:443",
  "a.test:65979",
  "a.test:443@other.test:443",
  "other.test@a.test:443",
  "a.test@other.test:443",
  "a.test%00.other.test:443",
  "a.test%2eother.test:443",
  "other.test#a.test:443",
  "other.test?a.test:443",
  "other.test/a.test:443",
  "other.test\\a.test:443",
  "https://other.test:443",
  "a..test:443",
  ".a.test:443",
  "a.test..:443",
  "*:443",
  "ａ.test:443",
  "localhost:TRAP",
  "LOCALHOST:TRAP",
  "localhost.:TRAP",
  "NAME:TRAP",
  "ip6-localhost:TRAP",
  "trap.localhost:TRAP",
  "127.0.0.1:TRAP",
  "127.0.0.1.:TRAP",
  "127.0.0.2:TRAP",
  "127.1:TRAP",
  "127.0.1:TRAP",
  "0:TRAP",
  "0.0.0.0:TRAP",
  "2130706433:TRAP",
  "0x7f000001:TRAP",
  "0x7f.0.0.1:TRAP",
  "0x7f.1:TRAP",
  "0177.0.0.1:TRAP",
  "017700000001:TRAP",
  "127.0.0.01:TRAP",
  "127.0.0.0x1:TRAP",
  "①②⑦.0.0.1:TRAP",
  "[::1]:TRAP",
  "[::]:TRAP",
  "[0:0:0:0:0:0:0:1]:TRAP",
  "[::ffff:127.0.0.1]:TRAP",
  "[::ffff:7f00:1]:TRAP",
  "[::127.0.0.1]:TRAP",
  "[64:ff9b::127.0.0.1]:TRAP",
  "[64:ff9b::7f00:1]:TRAP",
  "[2002:7f00:1::]:TRAP",
  "[::ffff:0:127.0.0.1]:TRAP",
  "[fe80::1%lo]:TRAP",
  "[::1%25lo]:TRAP",
  "[127.0.0.1]:TRAP",
  "::1:TRAP",
  "169.254.169.254:80",
  "[fd00:ec2::254]:80",
  "168.63.129.16:80",
  "10.0.0.1:TRAP",
  "192.168.0.1:TRAP",
  "172.17.0.1:TRAP",
  "HOST:TRAP",
] as const;

export interface Places {
  /** Port of the host where a trap listens. */
  readonly trap: number;
  /** Another port of the host, where an origin listens. */
  readonly origin: number;
  /** An address of the host that is not a loopback address. */
  readonly hostAddress: string;
  /** A name of the host. A rule allows it, but it resolves to an address of the host. */
  readonly hostName: string;
}

function fillIn(pattern: string, { trap, hostAddress, hostName }: Places): string {
  return pattern
    .replace("TRAP", String(trap))
    .replace("HOST", hostAddress)
    .replace("NAME", hostName);
}

export function authorityAttempts(locations: Places): Attempt[] {
  return authorities.map((pattern): Attempt => {
    const authority = fillIn(pattern, locations);
    return {
      family: "authorities",
      name: `CONNECT ${pattern}`,
      act: async (mark) => {
        return talk(
          await openConnect(authority),
          `GET /ok/${mark} HTTP/1.1\r\nHost: ${authority}\r\nConnection: close\r\n\r\n`,
        );
      },
    };
  });
}

/** Host headers inside a connection for `a.test`. */
const hosts = [
  "other.test",
  "b.test",
  "x.b.test",
  "a.test:80",
  "a.test:444",
  "a.test:",
  "a.test:443:443",
  "a.test, other.test",
  "a.test other.test",
  "other.test#a.test",
  "other.test/a.test",
  "a.test@other.test",
  "other.test@a.test",
  "a.test%00other.test",
  "a.test\tother.test",
  ".a.test",
  "a..test",
  "127.0.0.1",
  "",
];

function request(lines: string, mark: string): string {
  return `${lines}\r\nX-Mark: ${mark}\r\nConnection: close\r\n\r\n`;
}

export function hostAttempts(): Attempt[] {
  const family = "hosts";
  const byOne = hosts.map((host): Attempt => ({
    family,
    name: `Host "${host}" over HTTP/1.1`,
    act: (mark) =>
      sendInside("a.test:443", request(`GET /ok/${mark} HTTP/1.1\r\nHost: ${host}`, mark)),
  }));
  const byTwo = hosts.map((host): Attempt => ({
    family,
    name: `:authority "${host}"`,
    act: (mark) => sendStream("a.test", { ":path": `/ok/${mark}`, ":authority": host }),
  }));
  const lines: Readonly<Record<string, string>> = {
    "two Hosts, the good one first": "GET /ok/ HTTP/1.1\r\nHost: a.test\r\nHost: other.test",
    "two Hosts, the good one last": "GET /ok/ HTTP/1.1\r\nHost: other.test\r\nHost: a.test",
    "twice the same Host": "GET /ok/ HTTP/1.1\r\nHost: a.test\r\nHost: a.test",
    "an absolute target elsewhere": "GET https://other.test/ok/ HTTP/1.1\r\nHost: a.test",
    "an absolute target elsewhere, and its Host":
      "GET https://other.test/ok/ HTTP/1.1\r\nHost: other.test",
    "an absolute target in the clear": "GET http://a.test/ok/ HTTP/1.1\r\nHost: a.test",
    "an absolute target with a user": "GET https://a.test@other.test/ok/ HTTP/1.1\r\nHost: a.test",
    "an absolute target of another port": "GET https://a.test:444/ok/ HTTP/1.1\r\nHost: a.test",
    "an absolute target, hidden path": "GET https://a.test/secret HTTP/1.1\r\nHost: a.test",
    "an absolute target without a path": "GET https://a.test?/ok/ HTTP/1.1\r\nHost: a.test",
    "another scheme": "GET ftp://a.test/ok/ HTTP/1.1\r\nHost: a.test",
    "a scheme in capitals, hidden path": "GET HTTPS://A.TEST/secret HTTP/1.1\r\nHost: a.test",
  };
  const odd = Object.entries(lines).map(([name, text]): Attempt => ({
    family,
    name,
    act: (mark) => sendInside("a.test:443", request(text, mark)),
  }));
  return [...byOne, ...byTwo, ...odd, ...streamAttempts(family)];
}

function streamAttempts(family: string): Attempt[] {
  const headers: Readonly<Record<string, Record<string, string | string[]>>> = {
    "a Host beside :authority": { ":authority": "a.test", host: "other.test" },
    "another :scheme": { ":authority": "a.test", ":scheme": "http" },
    "an absolute :path": { ":path": "https://other.test/ok/" },
    "a :path of stars": { ":path": "*" },
    "an OPTIONS of what is hidden": { ":method": "OPTIONS", ":path": "/secret" },
    "a CONNECT": { ":method": "CONNECT", ":authority": "other.test:443" },
    "a coding of chunks": { "transfer-encoding": "chunked", ":path": "/secret" },
    "a header with a line break": { "x-a": "a\r\nHost: other.test", ":path": "/secret" },
  };
  return Object.entries(headers).map(([name, more]): Attempt => {
    const isConnect = more[":method"] === "CONNECT";
    const act = (mark: string) =>
      sendStream("a.test", { ...(isConnect ? {} : { ":path": "/ok/" }), ...more, "x-mark": mark });
    return { family, name: `HTTP/2 with ${name}`, act };
  });
}

/** Returns requests on the proxy's own port. */
export function plainAttempts(locations: Places): Attempt[] {
  const targets = [
    "http://other.test/MARK",
    "http://OTHER.test/MARK",
    "http://other.test:80/MARK",
    "http://a.test/ok/MARK",
    "http://a.test:443/ok/MARK",
    "https://a.test/ok/MARK",
    "https://other.test/MARK",
    "http://x.b.test/MARK",
    "http://b.test:81/MARK",
    "http://b.test:TRAP/MARK",
    "http://b.test@other.test/MARK",
    "http://other.test#@b.test/MARK",
    "http://other.test\\@b.test/MARK",
    "http:/other.test/MARK",
    "http:///other.test/MARK",
    "//other.test/MARK",
    "/MARK",
    "ftp://b.test/MARK",
    "gopher://b.test:TRAP/MARK",
    "file:///etc/passwd?MARK",
    "http://localhost:TRAP/MARK",
    "http://NAME:TRAP/MARK",
    "http://127.0.0.1:TRAP/MARK",
    "http://127.1:TRAP/MARK",
    "http://2130706433:TRAP/MARK",
    "http://0x7f000001:TRAP/MARK",
    "http://[::1]:TRAP/MARK",
    "http://[::ffff:127.0.0.1]:TRAP/MARK",
    "http://0.0.0.0:TRAP/MARK",
    "http://HOST:TRAP/MARK",
    "http://169.254.169.254/MARK",
    "http://b.test/ok/../MARK",
    "http://b.test/%2e%2e/MARK",
    "http://b.test/a\\..\\MARK",
  ];
  const all = targets.map((pattern): Attempt => {
    const target = fillIn(pattern, locations);
    const host = /^[a-z]+:\/\/([^/\\#]*)/i.exec(target)?.[1] ?? "b.test";
    return {
      family: "plain",
      name: pattern,
      act: (mark) =>
        sendPlain(request(`GET ${target.replace("MARK", mark)} HTTP/1.1\r\nHost: ${host}`, mark)),
    };
  });
  const mismatch: Attempt = {
    family: "plain",
    name: "another Host than the target's",
    act: (mark) =>
      sendPlain(request(`GET http://b.test/ok/${mark} HTTP/1.1\r\nHost: other.test`, mark)),
  };
  const control: Attempt = {
    family: "plain",
    name: "what may pass",
    isControl: true,
    act: (mark) =>
      sendPlain(request(`GET http://b.test/ok/${mark} HTTP/1.1\r\nHost: b.test`, mark)),
  };
  return [...all, mismatch, control];
}

/** Returns server names in hellos inside a tunnel for `a.test`. */
export function serverNameAttempts(): Attempt[] {
  const names = [
    "other.test",
    "b.test",
    "x.b.test",
    "xa.test",
    "x.a.test",
    "a.test.other.test",
    "",
  ];
  const all = names.map((serverName): Attempt => ({
    family: "server names",
    name: serverName === "" ? "none" : serverName,
    act: async (mark) => {
      return talk(
        await openTls("a.test:443", { serverName }),
        request(`GET /ok/${mark} HTTP/1.1\r\nHost: ${serverName || "a.test"}`, mark),
      );
    },
  }));
  const control: Attempt = {
    family: "server names",
    name: "the right one in capitals",
    isControl: true,
    act: async (mark) => {
      return talk(
        await openTls("a.test:443", { serverName: "A.TEST" }),
        request(`GET /ok/${mark} HTTP/1.1\r\nHost: a.test`, mark),
      );
    },
  };
  return [...all, control];
}
