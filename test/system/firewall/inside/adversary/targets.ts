import type { Attempt } from "./attempt.ts";
import { sendInside, sendStream } from "./wire.ts";

/**
 * Paths that a careless parser treats as one below `/ok`, or a careless server as `/secret`. `MARK`
 * is replaced with the mark.
 */
const targets = [
  "/secret/MARK",
  "/ok/../secret/MARK",
  "/ok/./../secret/MARK",
  "/ok/..//secret/MARK",
  "/ok/%2e%2e/secret/MARK",
  "/ok/%2E%2E/secret/MARK",
  "/ok/.%2e/secret/MARK",
  "/ok/%2e./secret/MARK",
  "/ok/%252e%252e/secret/MARK",
  "/ok/%25252e%25252e/secret/MARK",
  "/ok/..%2fsecret/MARK",
  "/ok/..%2Fsecret/MARK",
  "/ok/%2e%2e%2fsecret/MARK",
  "/ok/..%5csecret/MARK",
  "/ok/..\\secret/MARK",
  "/ok/\\..\\secret/MARK",
  "/ok%2f..%2fsecret/MARK",
  "/ok%2f%2e%2e%2fsecret/MARK",
  "/ok/..;/secret/MARK",
  "/ok/..;a=b/secret/MARK",
  "/ok/..%3b/secret/MARK",
  "/ok/;/../secret/MARK",
  "/ok/%c0%ae%c0%ae/secret/MARK",
  "/ok/%c0%ae%c0%ae%c0%afsecret/MARK",
  "/ok/%e0%80%ae%e0%80%ae/secret/MARK",
  "/ok/%f0%80%80%ae%f0%80%80%ae/secret/MARK",
  "/ok/%c0%2e%c0%2e/secret/MARK",
  "/ok/%ef%bc%8e%ef%bc%8e/secret/MARK",
  "/ok/%e2%80%a5/secret/MARK",
  "/ok/%u002e%u002e/secret/MARK",
  "/ok/..%00/secret/MARK",
  "/ok/..%0d/secret/MARK",
  "/ok/..%0a/secret/MARK",
  "/ok/..%09/secret/MARK",
  "/ok/..%01/secret/MARK",
  "/ok/..%7f/secret/MARK",
  "/ok/.%00./secret/MARK",
  "//ok/../secret/MARK",
  "//secret/MARK",
  "///secret/MARK",
  "/./secret/MARK",
  "/../ok/../secret/MARK",
  "/ok//../secret/MARK",
  "/OK/MARK",
  "/Ok/../secret/MARK",
  "/%6fk/../secret/MARK",
  "/%6fk/MARK",
  "/o%6b/MARK",
  "/ok%2fMARK",
  "/ok%5cMARK",
  "/ok%00/MARK",
  "/ok/%00/MARK",
  "/ok\\MARK",
  "/okMARK",
  "/ok.MARK",
  "/ok;MARK",
  "/ok;/MARK",
  "/ok?MARK/ok/",
  "/secret/MARK?/ok/",
  "/secret/MARK?a=/ok/../ok/",
  "/secret/MARK#/ok/",
  "/secret/MARK%23/ok/",
  "/secret/MARK%3f/ok/",
  "/ok/%MARK",
  "/ok/%2MARK",
  "/ok/%zz/MARK",
  "/ok/a%2fb/MARK",
  "/ok/a%5cb/MARK",
  "/ok/a//MARK",
  "/ok/%ff/MARK",
  "/ok/%ed%a0%80/MARK",
  "/ok/%61/MARK",
  "/ok/%2561/MARK",
  "/ok/\u00e4/MARK",
  "/ok/\u00ff/MARK",
  "/ok/a b/MARK",
  "/ok/\tMARK",
  "*MARK",
  "secret/MARK",
  "ok/MARK",
  "?MARK",
  "",
] as const;

export function targetAttempts(): Attempt[] {
  const family = "targets";
  const one = (target: string, mark: string) => target.replaceAll("MARK", mark);
  const byOne = targets.map((target): Attempt => ({
    family,
    name: `${target} over HTTP/1.1`,
    act: (mark) =>
      sendInside(
        "a.test:443",
        `GET ${one(target, mark)} HTTP/1.1\r\nHost: a.test\r\nX-Mark: ${mark}\r\nConnection: close\r\n\r\n`,
      ),
  }));
  const byTwo = targets.map((target): Attempt => ({
    family,
    name: `${target} over HTTP/2`,
    act: (mark) => sendStream("a.test", { ":path": one(target, mark), "x-mark": mark }),
  }));
  return [...byOne, ...byTwo, ...controls];
}

const controls: readonly Attempt[] = [
  {
    family: "targets",
    name: "a path that may pass over HTTP/1.1",
    isControl: true,
    act: (mark) =>
      sendInside(
        "a.test:443",
        `GET /ok/${mark} HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n`,
      ),
  },
  {
    family: "targets",
    name: "a path that may pass over HTTP/2",
    isControl: true,
    act: (mark) => sendStream("a.test", { ":path": `/ok/${mark}` }),
  },
];
